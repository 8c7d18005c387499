// A button with `data-unfolds` opens or shuts the details of that name and puts the cursor into its field.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-unfolds]");
  if (!button) return;
  const fold = document.querySelector(`[data-fold="${CSS.escape(button.dataset.unfolds)}"]`);
  if (!fold) return;
  fold.open = !fold.open;
  if (!fold.open) return button.focus();
  const field = fold.querySelector("textarea, input:not([type=hidden])");
  field?.focus();
  field?.setSelectionRange?.(field.value.length, field.value.length);
});

// Chooses all items of a list at once.
customElements.define(
  "morrow-bulk",
  class extends HTMLElement {
    connectedCallback() {
      this.querySelector("[data-all]")?.addEventListener("change", (event) => {
        for (const box of document.querySelectorAll('input[form="bulk"]')) box.checked = event.target.checked;
      });
    }
  },
);

// What was put in place of an item in focus takes the focus over, so that the keys go on from there.
document.addEventListener("htmx:beforeSwap", (event) => {
  const item = event.detail.target?.closest?.("[data-item]");
  if (!item?.contains(document.activeElement)) return;
  const { id } = item;
  document.addEventListener("htmx:afterSwap", () => document.getElementById(id)?.focus(), { once: true });
});
