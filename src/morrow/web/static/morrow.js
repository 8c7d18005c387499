// What every page does besides being a page: keys, dialogs, notices, and saying that the server is away.
import "./keys.js";
import "./dialogs.js";
import "./away.js";
import "./fold.js";
import "./editor.js";
import "./later.js";
