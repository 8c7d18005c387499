// Keeps what is typed: in this browser at every stroke, until it is saved, and asks before a page is left unsaved.

const KEY = "morrow-draft:";

customElements.define(
  "morrow-editor",
  class extends HTMLElement {
    connectedCallback() {
      this.key = KEY + this.dataset.draft;
      this.form = this.querySelector("form.editor");
      this.field = this.querySelector("textarea");
      this.state = this.querySelector("[data-state]");
      this.loaded = this.field.value;
      this.saving = false;
      this.field.addEventListener("input", () => this.keep());
      this.form.addEventListener("submit", () => (this.saving = true));
      addEventListener("beforeunload", (event) => {
        if (this.isDirty && !this.saving) event.preventDefault();
      });
      addEventListener("pageshow", () => (this.saving = false));
      this.querySelector("[data-leave]")?.addEventListener("click", () => (this.saving = true)); // the draft stays
      this.querySelector("[data-restore]").addEventListener("click", () => this.restore());
      this.querySelector("[data-discard]").addEventListener("click", () => (this.forgetDraft(), this.offer(false)));
      this.addEventListener("keydown", (event) => {
        if ((event.metaKey || event.ctrlKey) && event.key === "s") (event.preventDefault(), this.form.requestSubmit());
      });
      // On a phone the plain field is the better one. Without the editor it does all the same.
      if (matchMedia("(pointer: fine)").matches) {
        import(this.dataset.code).then(({ attach }) => attach(this.field)).catch(() => {});
      }
      if (this.hasAttribute("data-conflict")) this.keep();
      else this.offer(this.draft !== null && this.draft !== this.loaded);
    }

    get isDirty() {
      return this.field.value !== this.loaded;
    }

    get draft() {
      return read(this.key)?.text ?? null;
    }

    keep() {
      write(this.key, { text: this.field.value, version: this.dataset.version });
      this.state.textContent = this.isDirty ? this.state.dataset.dirty : "";
    }

    restore() {
      this.field.value = this.draft;
      this.field.dispatchEvent(new Event("input", { bubbles: true }));
      this.offer(false);
      this.field.focus();
    }

    offer(shown) {
      this.querySelector("[data-found]").hidden = !shown;
    }

    forgetDraft() {
      localStorage.removeItem(this.key);
      this.loaded = this.field.value;
    }
  },
);

// The page after saving: what is stored now needs no keeping.
const saved = document.querySelector('[data-saved="true"]');
if (saved) localStorage.removeItem(KEY + saved.dataset.draft);

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser keeps nothing; the question before leaving still stands.
  }
}
