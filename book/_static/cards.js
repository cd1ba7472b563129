/* A link to a formula, theorem, figure, exercise, term or reference shows on a card what it leads to: when the pointer
   rests on it, when the keyboard reaches it, or by a long press. Escape closes it. What stands on another page is
   fetched from there; from files no browser allows it, and the link just works. */
const SHOWN = "div.math, .admonition, figure, dt, div.citation";
const REST = 300, PRESS = 500; // milliseconds
const pages = new Map([[location.pathname, Promise.resolve(document)]]);
let card, owner, wait, quiet;

function page({ pathname }) {
  if (!pages.has(pathname) && location.protocol !== "file:") {
    const parse = (text) => new DOMParser().parseFromString(text, "text/html");
    pages.set(pathname, fetch(pathname).then((answer) => answer.text()).then(parse).catch(() => undefined));
  }
  return pages.get(pathname);
}

/* What a card shows of a target: without folds, links to itself and ids, and with whole addresses. */
function excerpt(target, address) {
  const whole = [target];
  while (whole.at(-1).matches("dt")) whole.push(whole.at(-1).nextElementSibling); // to what it means
  const parts = whole.map((part) => part.cloneNode(true));
  for (const part of parts) {
    for (const moving of part.querySelectorAll(".explorable")) moving.replaceWith(moving.querySelector("img")); // its still
    for (const extra of part.querySelectorAll("details, .headerlink, button, script")) extra.remove();
    for (const named of [part, ...part.querySelectorAll("[id]")]) named.removeAttribute("id");
    for (const link of part.querySelectorAll("[href]")) link.href = new URL(link.getAttribute("href"), address);
    for (const image of part.querySelectorAll("img")) image.src = new URL(image.getAttribute("src"), address);
  }
  return parts;
}

function copier(tex) {
  const copy = ({ target }) => navigator.clipboard.writeText(tex).then(() => { target.textContent = "Copied"; });
  return make("button", { textContent: "Copy as TeX", onclick: copy });
}

async function showCard(link) {
  const address = new URL(link.href);
  const name = decodeURIComponent(address.hash.slice(1));
  owner = link;
  const target = (await page(address))?.getElementById(name)?.closest(SHOWN);
  if (!target || owner !== link || target.contains(link)) return;
  hideCard();
  owner = link;
  // As a popover it is above the page, where it moves nothing.
  card = make("aside", { className: "card", popover: "manual", ariaLabel: "Preview" }, ...excerpt(target, address));
  if (target.dataset.tex && navigator.clipboard) card.append(copier(target.dataset.tex));
  link.after(card); // so that the next Tab leads into it
  card.showPopover();
  place();
  card.addEventListener("pointerenter", () => clearTimeout(wait));
  card.addEventListener("pointerleave", later(hideCard));
  card.addEventListener("focusout", ({ relatedTarget }) => card?.contains(relatedTarget) || hideCard());
}

function place() {
  const line = owner.getClientRects()[0], room = innerHeight - line.bottom;
  const below = room > card.offsetHeight + 8 || room > line.top;
  card.style.left = `${Math.max(8, Math.min(line.left, innerWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${below ? line.bottom + 4 : Math.max(8, line.top - card.offsetHeight - 4)}px`;
}

function hideCard() {
  clearTimeout(wait);
  const shown = card;
  card = owner = undefined; // first: what is removed loses the focus, and would be removed again
  shown?.remove();
}

const later = (act, time = REST) => () => {
  clearTimeout(wait);
  wait = setTimeout(act, time);
};

for (const link of document.querySelectorAll("article a.reference[href*='#']")) {
  if (link.matches("nav *, summary *")) continue;
  let pressed = false;
  link.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && later(() => showCard(link))());
  link.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && later(hideCard)());
  link.addEventListener("focus", () => link.matches(":focus-visible") && link !== quiet && showCard(link));
  link.addEventListener("blur", ({ relatedTarget }) => { quiet = undefined; if (!card?.contains(relatedTarget)) hideCard(); });
  link.addEventListener("pointerdown", ({ pointerType }) => {
    pressed = false;
    if (pointerType !== "mouse") later(() => { pressed = true; showCard(link); }, PRESS)();
  });
  for (const end of ["pointerup", "pointercancel"]) link.addEventListener(end, () => pressed || clearTimeout(wait));
  link.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
  link.addEventListener("click", (event) => { if (pressed) event.preventDefault(); else hideCard(); });
}
const focused = () => [owner, ...card.querySelectorAll("*")].includes(document.activeElement);
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !card) return;
  quiet = focused() && owner; // which gets the focus back, and opens nothing
  hideCard();
  if (quiet) quiet.focus();
});
addEventListener("pointerdown", ({ target }) => card && !card.contains(target) && target !== owner && hideCard());
// The keyboard scrolls the page to the link that it reaches.
addEventListener("scroll", () => card && (focused() ? place() : hideCard()), { passive: true });
