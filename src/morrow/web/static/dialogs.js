// Opens and closes dialogs, and closes notices. `data-opens` names a dialog, `data-closes` shuts what it stands in.

export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog.querySelector("input")?.select();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) openDialog(opener.dataset.opens);
  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("morrow-notice, dialog, [data-closable]")?.remove();
  if (event.target instanceof HTMLDialogElement) event.target.close(); // a click on what lies behind it
});

// A new notice is brought into sight and read out; the one before it goes.
customElements.define(
  "morrow-notice",
  class extends HTMLElement {
    connectedCallback() {
      while (this.previousElementSibling) this.previousElementSibling.remove();
      this.scrollIntoView({ block: "nearest" });
    }
  },
);

// Arrow keys walk through what the palette found.
document.getElementById("palette")?.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const dialog = event.currentTarget;
  const stops = [dialog.querySelector("input"), ...dialog.querySelectorAll("#suggestions a")];
  const step = event.key === "ArrowDown" ? 1 : -1;
  stops[Math.min(Math.max(stops.indexOf(document.activeElement) + step, 0), stops.length - 1)]?.focus();
  event.preventDefault();
});
