/** What wins, for who meets a scenario for the first time: until it is put away, and then never again in this browser. */

const MET = 'tapete:met';

/** @returns {string[]} the scenarios that were met here */
const met = () => (localStorage.getItem(MET) ?? '').split(' ').filter(Boolean);

/** @param {HTMLElement | null} card */
export function showAims(card) {
  if (!card) return;
  const scenario = card.dataset.scenario ?? '';
  card.hidden = met().includes(scenario);
  card.querySelector('button')?.addEventListener('click', () => {
    card.hidden = true;
    localStorage.setItem(MET, [...new Set([...met(), scenario])].join(' '));
    document.getElementById('dock')?.focus();
  });
}
