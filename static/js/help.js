/** `?` opens the help of a page, wherever nothing is being typed; so does whatever is marked `data-help`. */
export function listenForHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('help'));
  const open = () => dialog.open || dialog.showModal();
  document.addEventListener('keydown', (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).closest('input:not([type="range"]), select, textarea');
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    open();
  });
  document.addEventListener('click', (event) => /** @type {HTMLElement} */ (event.target).closest('[data-help]') && open());
  dialog.addEventListener('click', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === dialog || target.closest('[data-close]')) dialog.close();
  });
  // What the page does at a key it does not do beneath its help.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
}
