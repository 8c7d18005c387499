// The editor island: CodeMirror with Markdown, in a shadow root, writing through to a plain text field.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { parser } from "@lezer/markdown";

// Markdown alone: the usual package brings HTML, CSS and JavaScript with it.
const markdown = new Language(defineLanguageFacet(), parser, [], "markdown");
const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "2px solid var(--acc)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-content": { padding: "14px 16px", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--acc-bg)",
  },
});
const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "700", color: "var(--acc)" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--acc)" },
  { tag: tags.monospace, color: "var(--warn)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.comment], color: "var(--mut)" },
]);

// Put an editor in place of `field`, which stays in its form, hidden, and always holds the same text.
export function attach(field) {
  const host = document.createElement("div");
  host.className = "code";
  const root = host.attachShadow({ mode: "open" });
  field.before(host);
  let isOurs = false;
  const write = EditorView.updateListener.of((update) => {
    if (!update.docChanged || isOurs) return;
    field.value = update.state.doc.toString();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        history(),
        drawSelection(),
        markdown,
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": field.getAttribute("aria-label") ?? "", spellcheck: "false" }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        look,
        write,
      ],
    }),
  });
  // What changes the field from outside (a draft that is brought back) shows in the editor too.
  field.addEventListener("input", () => {
    const text = view.state.doc.toString();
    if (field.value === text) return;
    isOurs = true;
    view.dispatch({ changes: { from: 0, to: text.length, insert: field.value } });
    isOurs = false;
  });
  field.hidden = true;
  return view;
}
