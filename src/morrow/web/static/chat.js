// The chat: a turn that streams into its bubble, a field that sends with Enter, and what is typed kept until it is sent.

customElements.define(
  "morrow-turn",
  class extends HTMLElement {
    connectedCallback() {
      this.text = "";
      const source = new EventSource(this.dataset.events);
      const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
      const end = (html) => {
        source.close();
        this.place("end").innerHTML = html;
        this.place("tool").hidden = true;
        this.querySelector("[data-stop]")?.remove();
        this.querySelector(".thinking")?.remove();
        this.setAttribute("aria-busy", "false");
        this.scrollIntoView({ block: "nearest" });
      };
      on("delta", (text) => {
        this.text += text;
        this.place("reply").textContent = this.text;
      });
      on("reply", (html) => (this.place("reply").innerHTML = html));
      on("memory", (html) => this.put("memory", html));
      on("usage", (html) => this.put("usage", html));
      on("written", (html) => this.put("written", html));
      on("tool", (text) => {
        this.place("tool").hidden = false;
        this.place("tool").textContent = text;
      });
      on("done", end);
      on("failed", end);
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) document.dispatchEvent(new Event("morrow:away"));
      };
      this.source = source;
      const field = document.querySelector('#say-it [name="conversation"]');
      if (field) field.value = this.dataset.conversation;
      document.querySelector(".hello")?.remove();
      this.scrollIntoView({ block: "nearest" });
    }

    disconnectedCallback() {
      this.source.close();
    }

    place(name) {
      return this.querySelector(`[data-place="${name}"]`);
    }

    put(name, html) {
      this.place(name).innerHTML = html;
    }
  },
);

const form = document.getElementById("say-it");
const field = form.querySelector("textarea");
const mode = form.querySelector("select");
const off = form.querySelector("[data-off]");
const key = `morrow-draft:${field.dataset.draft}`;

field.value ||= localStorage.getItem(key) ?? "";
field.addEventListener("input", () => localStorage.setItem(key, field.value));
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (field.value.trim()) form.requestSubmit();
});
// What was sent leaves the field only once it is on the disk: the answer to the form says so.
form.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt !== form || !event.detail.successful) return;
  field.value = "";
  localStorage.removeItem(key);
  field.focus();
});
const tell = () => (off.hidden = mode.value !== "off");
mode.addEventListener("change", tell);
tell();

document.querySelector("[data-look]")?.scrollIntoView({ block: "center" });
if (!document.querySelector("[data-look]")) document.querySelector("#said > :last-child")?.scrollIntoView({ block: "end" });
