"""Turns Markdown that anybody may have written into HTML that runs nothing and loads nothing."""

from collections.abc import Sequence
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

_TAGS = {
    "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong",
    "s", "a", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_INLINE = {"code", "em", "strong", "s", "a"}
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto"}


def rendered(text: str) -> Markup:
    """Return a document as HTML; headings begin at the third level, below those of the page."""
    html = _READER.render(text)
    return Markup(_clean(html, _TAGS))  # noqa: S704 - cleaned


def rendered_line(text: str) -> Markup:
    """Return one entry's words as HTML of a line: emphasis, code and links, no blocks."""
    words = text.strip()
    for marker in ("- ", "* ", "+ "):
        words = words.removeprefix(marker)
    return Markup(_clean(_READER.renderInline(words), _INLINE))  # noqa: S704 - cleaned


def highlighted(snippet: str) -> Markup:
    """Return a snippet with `[[…]]` around what matches as text in which that is marked."""
    marked = escape(snippet).replace("[[", Markup("<mark>")).replace("]]", Markup("</mark>"))
    return Markup(nh3.clean(str(marked), tags={"mark"}, attributes={}))  # noqa: S704 - cleaned


def _clean(html: str, tags: set[str]) -> str:
    return nh3.clean(
        html, tags=tags, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="noopener noreferrer nofollow"
    )


def _image(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Write an image as a link: what it shows would be loaded from somewhere, and somewhere would know."""
    token = tokens[at]
    alt = renderer.renderInlineAsText(token.children or [], options, env)
    address = str(token.attrs.get("src", ""))
    return f'<a href="{escape(address)}">{escape(alt or address)}</a>'


def _heading(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    token = tokens[at]
    token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"
    return renderer.renderToken(tokens, at, options, env)


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    reader.add_render_rule("image", _image)
    reader.add_render_rule("heading_open", _heading)
    reader.add_render_rule("heading_close", _heading)
    return reader


_READER = _reader()
