// The keys: j and k walk through a page's items, c e f press the buttons of the one in focus, / and ⌘K search, ? helps.
import { openDialog } from "./dialogs.js";

const PRESSES = { c: "confirm", e: "edit", f: "forget" };

document.addEventListener("keydown", (event) => {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openDialog("palette");
    return;
  }
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || isTyping(event.composedPath()[0])) return;
  if (document.querySelector("dialog[open]")) return;
  if (act(event.key)) event.preventDefault();
});

function act(key) {
  if (key === "/") return openDialog("palette"), true;
  if (key === "?") return openDialog("keys"), true;
  if (key === "j" || key === "k") return walk(key === "j" ? 1 : -1);
  if (key in PRESSES) return press(PRESSES[key]);
  return false;
}

function walk(step) {
  const items = [...document.querySelectorAll("[data-item]")];
  if (!items.length) return false;
  const at = items.indexOf(document.activeElement?.closest("[data-item]"));
  const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : Math.min(Math.max(at + step, 0), items.length - 1);
  items[next].focus();
  items[next].scrollIntoView({ block: "nearest" });
  return true;
}

// Only within an item in focus: a stray key changes nothing.
function press(name) {
  const button = document.activeElement?.closest("[data-item]")?.querySelector(`[data-key="${name}"]`);
  button?.click();
  return Boolean(button);
}

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}
