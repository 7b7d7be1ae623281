/** Which acts of this seat only let what another does go on, given beforehand or at once: what comes of them is the other's doing. */

const { room, viewer } = document.body.dataset;
const KEPT = `tapete:passes:${room}:${viewer}`;
/** So many of them are known: no further does anybody look back. */
const MOST = 100;

/** After which number of events each was given, and up to which it reached. @type {Array<[number, number]>} */
const passes = JSON.parse(localStorage.getItem(KEPT) ?? '[]');

/** Keeps in mind that what is being sent lets another's act go on. @param {number} seq @param {Promise<import('./api.js').Answer | null>} sending */
export async function letsPass(seq, sending) {
  /** @type {[number, number]} what comes of it may be told before it is answered */
  const pass = [seq, Infinity];
  passes.push(pass);
  const answer = await sending.catch(() => null);
  pass[1] = answer?.ok ? answer.data.seq : seq;
  localStorage.setItem(KEPT, JSON.stringify(passes.filter(([, to]) => to < Infinity).slice(-MOST)));
  return answer;
}

/** Whether what was told under a number came of one, if it is of this seat. @param {number} seq */
export const isPassed = (seq) => passes.some(([from, to]) => from < seq && seq <= to);
