/** What wins, for who meets a scenario for the first time: until it is put away, or something was done, and then never again in this browser. */

const MET = 'tapete:met';

/** @returns {string[]} the scenarios that were met here */
const met = () => (localStorage.getItem(MET) ?? '').split(' ').filter(Boolean);

/** @param {HTMLElement | null} card @returns {() => void} puts it away: whoever has acted knows what for, and `?` tells it again */
export function showAims(card) {
  if (!card) return () => {};
  const scenario = card.dataset.scenario ?? '';
  card.hidden = met().includes(scenario);
  const putAway = () => {
    if (card.hidden) return;
    card.hidden = true;
    localStorage.setItem(MET, [...new Set([...met(), scenario])].join(' '));
  };
  card.querySelector('button')?.addEventListener('click', () => {
    putAway();
    document.getElementById('dock')?.focus();
  });
  return putAway;
}
