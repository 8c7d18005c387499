// Shows how a dream goes, and its report once it has ended.

customElements.define(
  "morrow-dream",
  class extends HTMLElement {
    connectedCallback() {
      const source = new EventSource(this.dataset.events);
      source.addEventListener("progress", (event) => {
        this.querySelector('[data-place="progress"]').innerHTML = JSON.parse(event.data);
      });
      source.addEventListener("done", (event) => {
        source.close();
        location.replace(JSON.parse(event.data));
      });
      source.addEventListener("ended", () => source.close());
      this.source = source;
    }

    disconnectedCallback() {
      this.source.close();
    }
  },
);
