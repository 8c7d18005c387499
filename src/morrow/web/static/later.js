// A form with `data-later` waits that many seconds in the page before it is sent, and undo cancels it. Whoever leaves the
// page meanwhile has decided: it is sent then.

const waiting = new Set();

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches("[data-later]")) return;
    if (form.dataset.armed) {
      delete form.dataset.armed; // if it is refused, the next press waits again
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation(); // nobody else sends it
    if (!form.hidden) wait(form);
  },
  true,
);

function wait(form) {
  const row = form.closest("[data-item]");
  const covered = row ? [...row.children] : [form];
  const bar = document.createElement("div");
  bar.className = "later";
  bar.setAttribute("role", "timer"); // said once, not every second: the button in focus is described by it
  const words = document.createElement("span");
  words.id = `later-${waiting.size}-${Date.now()}`;
  const left = document.createElement("progress");
  left.setAttribute("aria-hidden", "true");
  const undo = document.createElement("button");
  undo.type = "button";
  undo.className = "btn small";
  undo.textContent = form.dataset.laterUndo;
  undo.setAttribute("aria-describedby", words.id);
  bar.append(words, left, undo);
  const hidden = covered.filter((one) => !one.hidden);
  for (const one of hidden) one.hidden = true;
  if (row) row.append(bar);
  else form.after(bar);
  undo.focus();

  const total = Number(form.dataset.later);
  let seconds = total;
  left.max = total;
  const show = () => {
    words.textContent = form.dataset.laterText.replace("{seconds}", seconds);
    left.value = total - seconds;
  };
  show();
  const entry = { form, stop };
  const timer = setInterval(() => {
    seconds -= 1;
    show();
    if (seconds > 0) return;
    stop();
    send(form);
  }, 1000);
  function stop() {
    clearInterval(timer);
    waiting.delete(entry);
    bar.remove();
    for (const one of hidden) one.hidden = false;
  }
  waiting.add(entry);
  undo.addEventListener("click", () => {
    stop();
    (row ?? form.querySelector("button"))?.focus();
  });
}

function send(form) {
  form.dataset.armed = "yes";
  form.requestSubmit();
}

addEventListener("pagehide", () => {
  for (const { form, stop } of [...waiting]) {
    stop();
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true });
  }
});
