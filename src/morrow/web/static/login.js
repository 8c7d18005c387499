// Trades the secret behind `#`, which no server has seen yet, for a session; the address forgets it at once.

const secret = location.hash.slice(1);
const show = (id, shown) => (document.getElementById(id).hidden = !shown);

if (secret) {
  history.replaceState(null, "", location.pathname);
  show("signing-in", true);
  show("how", false);
  const answer = await fetch("/api/v1/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ link: secret }),
  }).catch(() => null);
  if (answer?.ok) location.replace("/");
  show("signing-in", Boolean(answer?.ok));
  show("refused", !answer?.ok);
  show("how", !answer?.ok);
}
