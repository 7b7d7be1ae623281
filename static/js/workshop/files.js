/** A battle as a file: saved from the page, opened in it. */

const KIND = 'tapete-battle-1';

/** @param {string} game @param {string} name @param {any} battle @returns {string} what the file is called */
export function save(game, name, battle) {
  const text = JSON.stringify({ kind: KIND, game, battle }, null, 1);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').toLowerCase() || 'battle'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  return link.download;
}

/** The battle in a file; null where there is none of this game. @param {string} game @param {File} file @returns {Promise<any>} */
export async function open(game, file) {
  try {
    const found = JSON.parse(await file.text());
    return found.kind === KIND && found.game === game ? found.battle : null;
  } catch {
    return null;
  }
}
