// Says that the server does not answer, and takes it back once it does.

const banner = document.querySelector(".offline");
let asking = 0;

function away() {
  if (!banner || !banner.hidden) return;
  banner.hidden = false;
  asking = setInterval(ask, 3000);
}

async function ask() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (!answer.ok) return;
  } catch {
    return; // still away
  }
  clearInterval(asking);
  banner.hidden = true;
}

document.addEventListener("htmx:sendError", away);
document.addEventListener("morrow:away", away);
addEventListener("offline", away);
addEventListener("online", ask);
