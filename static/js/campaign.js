// What a campaign's page gains from a script: it follows what happens. Without it the page works and is reloaded by hand.

const body = document.body;
const MAIN = "main";

/** Whether somebody has begun to fill in a form, which must not vanish under their hands. */
function isBusy() {
  const fields = [...document.querySelectorAll(`${MAIN} input:not([type=hidden]), ${MAIN} select`)];
  return fields.some((field) => {
    if (field instanceof HTMLSelectElement) return field.selectedIndex > 0;
    if (!(field instanceof HTMLInputElement)) return false;
    return field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}

/** Shows the page as it is now; a form that somebody fills in is left alone, and a line says that there is news. */
async function refresh() {
  if (isBusy()) {
    const news = document.getElementById("campaign-news");
    if (news) news.hidden = false;
    return;
  }
  const { campaign, viewer } = body.dataset;
  const answer = await fetch(`/campaigns/${campaign}?as=${viewer}`, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, then] = [document.querySelector(MAIN), fresh.querySelector(MAIN)];
  if (!now || !then || now.innerHTML === then.innerHTML) return;
  const focused = document.activeElement?.id ?? "";
  now.innerHTML = then.innerHTML;
  for (const [name, value] of Object.entries(fresh.body.dataset)) body.dataset[name] = value;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Reads the campaign's stream until it ends. @returns {Promise<boolean>} whether it was to be read at all */
async function listen() {
  const { campaign, viewer, seq } = body.dataset;
  const answer = await fetch(`/api/v1/campaigns/${campaign}/stream?as=${viewer}&after=${seq}`);
  if (!answer.ok || !answer.body) return answer.status >= 500 || answer.status === 429;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const told = lines.filter(Boolean).map((line) => JSON.parse(line));
    if (told.some((line) => Number(line.seq) > Number(body.dataset.seq ?? 0))) await refresh();
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow() {
  for (let wait = 1000; body.dataset.status !== "finished"; wait = Math.min(wait * 2, 30000)) {
    try {
      if (!(await listen())) return;
      await refresh();
    } catch {
      // the line broke: it is tried again
    }
    await pause(wait);
  }
}

follow();
