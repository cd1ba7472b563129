"""What to look at on a page of the site. Each look returns a list of faults, empty where all is well.

`faults` is one visit that asks everything, `first_look` what is seen at once; `test_looks` shows each look a page with its fault.
"""

import axe
from browser import LAPTOP, PHONE, SHIFT

NARROW = {"width": 320, "height": 640}  # the narrowest phone
SHEET = {"width": 672, "height": 986}  # A4 without its margins, in CSS pixels
HEAVY = 200 * 1024  # bytes, compressed, all pictures included
ELEMENTS = 12_000  # a slow phone lays out a page in one step
LONGER = {"reference/rules.html": 13_000}  # the signature of every public name, each type a link
MANY = 60  # stops of the Tab key, from the article on: a chapter has 120 there, the index 1,500 plain links

# What the finished page must not show. Code may contain anything.
SIGHT = r"""() => {
  const faults = [];
  const text = document.body.cloneNode(true);
  text.querySelectorAll("pre, code, script, style, annotation").forEach((e) => e.remove());
  const tex = /\\[a-zA-Z]+|\\[([]|\$[^\s$]([^$\n]*[^\s$])?\$(?!\d)/g;
  for (const [match] of text.textContent.matchAll(tex)) faults.push(`raw TeX: ${match}`);
  for (const [match] of text.textContent.matchAll(/(`{3,}|:{3,}).*/g)) faults.push(`raw Markdown: ${match}`);
  for (const e of document.querySelectorAll(".math"))
    if (!e.querySelector("math")) faults.push(`formula not typeset: ${e.textContent}`);
  for (const number of document.querySelectorAll(".eqno")) {
    const fold = number.closest("details:not([open])");    // a solution: seen when it is opened
    if (fold) fold.open = true;
    if (!/^\(\d+\.?\d*\)/.test(number.innerText) || !number.offsetWidth)
      faults.push(`number not seen: ${number.textContent}`);
    if (fold) fold.open = false;
  }
  for (const image of document.querySelectorAll("img:not([alt=''])")) {
    const alt = image.alt.trim();
    const name = image.src.split("/").pop();
    if (!alt || alt.endsWith(name)) faults.push(`no alternative text: ${name}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`too wide: ${scrollWidth} > ${clientWidth}`);
  return faults;
}"""

FONTS = "() => document.fonts.ready.then(() => {})"
LOAD_PICTURES = """async () => {
  for (const image of document.querySelectorAll("img:not(.explorable *)")) {  // a still is fetched where its explorable does not run
    image.loading = "eager";
    if (!image.complete) await new Promise((done) => { image.onload = image.onerror = done; });
  }
}"""

# What a reader without the picture goes by. Names of files are not words; nor is one word a picture.
STRUCTURE = r"""() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const headings = all("h1, h2, h3, h4, h5, h6").filter((heading) => heading.checkVisibility());
  const tops = headings.filter((heading) => heading.tagName === "H1").length;
  if (tops !== 1) faults.push(`${tops} headings of the first level`);
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`level ${level} is followed by level ${next}: ${heading.textContent}`);
    level = next;
  }
  const described = new Set();
  for (const image of all("img:not([alt='']), svg[role=img]")) {
    const title = image.querySelector("title")?.textContent;
    const text = (image.alt ?? image.getAttribute("aria-label") ?? title ?? "").trim();
    const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/[\/\\]|\.\w{3,4}$/.test(word));
    if (words.length < 4) faults.push(`picture without a description: "${text}"`);
    else if (described.has(text)) faults.push(`two pictures with one description: "${text}"`);
    described.add(text);
  }
  for (const landmark of ["[role=main], main", "footer", "nav"])
    if (!all(landmark).length) faults.push(`no landmark: ${landmark}`);
  if (!document.documentElement.lang) faults.push("no language");
  return faults;
}"""

# The Tab key goes on from where the focus was last.
BEGIN = """() => {
  const article = document.querySelector("article") ?? document.body;
  article.tabIndex = -1;
  article.focus({ preventScroll: true });
  article.removeAttribute("tabindex");
}"""

# Lists the controls in sight, explorables' included (a group of radio buttons is one), and notes each
# element that the Tab key reaches: whether one sees it, and how it looks.
WATCH = """() => {
  const looks = (e) => [e, ...[...e.querySelectorAll("*")].slice(0, 20)].map((each) => {
    const style = getComputedStyle(each);
    const outline = style.outlineStyle === "none" ? "" : style.outlineWidth + style.outlineColor;
    return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.color,
      style.textDecorationLine, style.stroke, style.strokeWidth, style.strokeDasharray].join();
  }).join("|");
  const visible = (e) => [e, ...e.querySelectorAll("*")].some((each) => {
    const box = each.getBoundingClientRect();
    const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return box.width > 0 && box.height > 0 && inside
      && each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap((e) => e.shadowRoot ?? [])];
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], "
    + "[role=slider], [onclick], [tabindex], [contenteditable]";
  window.controls = roots.flatMap((root) => [...root.querySelectorAll(controls)])
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest("[inert]"))
    .filter((e) => e.getAttribute("tabindex") !== "-1" && (e.type !== "radio" || e.checked));
  window.stops = [];
  const note = (event) => {
    const target = event.composedPath()[0];
    if (window.stops.some((stop) => stop.target === target)) return;
    window.stops.push({ target, visible: visible(target), focused: looks(target) });
  };
  for (const root of roots) root.addEventListener("focusin", note);
  window.stopped = () => window.stops.map((stop) => ({ ...stop, shown: stop.focused !== looks(stop.target) }));
}"""
KEYBOARD = r"""() => {
  const faults = [];
  const name = (e) => e.outerHTML.replace(/\s+/g, " ").slice(0, 80);
  const stops = window.stopped();
  const reached = new Set(stops.map((stop) => stop.target));
  for (const { target, visible, shown } of stops) {
    if (!visible) faults.push(`focus on something unseen: ${name(target)}`);
    else if (!shown) faults.push(`focus not shown: ${name(target)}`);
  }
  for (const e of window.controls) {
    if (e.tabIndex > 0) faults.push(`out of order: ${name(e)}`);
    if (!reached.has(e)) faults.push(`not reached by keyboard: ${name(e)}`);
  }
  return faults;
}"""

TELL = """const tell = (e) => `${e.tagName} ${e.className}: ${e.textContent.replace(/\\s+/g, " ").trim().slice(0, 40)}`;"""

FIT = f"""() => {{
  {TELL}
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");
  const titles = ["h1", "h2", "h3", "h4"].map((name) => document.querySelector(`article ${{name}}`)).filter(Boolean);
  const sizes = titles.map((title) => parseFloat(getComputedStyle(title).fontSize));
  for (const [i, title] of titles.entries())
    if (sizes[i] >= sizes[i - 1]) faults.push(`as large as the heading above: ${{tell(title)}}`);
  for (const e of document.querySelectorAll("article *:not(svg *, math *)")) {{
    if (!e.checkVisibility({{ visibilityProperty: true }})) continue;
    const scrolls = getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth;
    if (scrolls && e.tabIndex < 0) faults.push(`not reached by keyboard: ${{tell(e)}}`);
    if (scrolls && !e.ariaLabel) faults.push(`scrolls without a name: ${{tell(e)}}`);
  }}
  for (const formula of document.querySelectorAll("span.math.wide"))
    if (formula.firstElementChild.offsetWidth <= formula.offsetWidth) faults.push(`on a line of its own: ${{tell(formula)}}`);
  for (const formula of document.querySelectorAll("span.math:not(.wide)")) {{
    const after = formula.nextSibling;
    if (after?.nodeType !== Node.TEXT_NODE || !/^[.,;:?!)]/.test(after.data)) continue;
    const stop = document.createRange();
    stop.setStart(after, 0);
    stop.setEnd(after, 1);
    if (stop.getBoundingClientRect().left < formula.getBoundingClientRect().right - 3)
      faults.push(`"${{after.data[0]}}" alone on a line: ${{tell(formula.parentElement)}}`);
  }}
  return faults;
}}"""

PAPER = f"""() => {{
  {TELL}
  const faults = [];
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }}) && e.getClientRects().length;
  for (const e of document.querySelectorAll("header, aside, nav, footer, button"))
    if (seen(e)) faults.push(`on paper: ${{tell(e)}}`);
  for (const e of document.querySelectorAll("article :is(pre, img, table, .math-wrapper)")) {{
    const wide = e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1;
    if (seen(e) && wide) faults.push(`cut off: ${{tell(e)}}`);
  }}
  for (const e of document.querySelectorAll(".solution > :not(summary)"))
    if (seen(e)) faults.push(`unfolded: ${{tell(e)}}`);
  return faults;
}}"""


def keyboard(tab, most=MANY):
    """Press the Tab key until it reaches nothing new; list what it missed and where no focus is shown.

    It begins in the article, since what stands around it is alike on all pages, and the short pages come
    round to it. After `most` stops the rest of a page is let pass.
    """
    tab.add_style_tag(content=axe.STILL)
    tab.evaluate(BEGIN)
    tab.evaluate(WATCH)
    before = -1
    while before < (before := tab.evaluate("window.stops.length")) < most:
        for _ in range(20):
            tab.keyboard.press("Tab")
    tab.evaluate("document.activeElement.blur()")
    found = tab.evaluate(KEYBOARD)
    return [fault for fault in found if before < most or not fault.startswith("not reached")]


def structure(tab):
    """List faults of headings, pictures and landmarks, with every fold open."""
    tab.evaluate(axe.UNFOLD)
    return tab.evaluate(STRUCTURE)


def narrow(tab):
    """List what does not fit the narrowest phone."""
    tab.set_viewport_size(NARROW)
    tab.evaluate(axe.SETTLED)  # scripts that watch sizes have run
    return tab.evaluate(FIT)


def paper(tab):
    """List what should not be printed, and what the sheet cuts off."""
    tab.set_viewport_size(SHEET)
    tab.emulate_media(media="print")
    found = tab.evaluate(PAPER)
    tab.emulate_media(media="screen")
    return found


def listen(tab):
    """Return a list that grows with each request to another host, failed request, and message."""
    found = []

    def requested(request):
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            found.append(f"foreign request: {request.url}")

    def answered(response):
        if response.status >= 400:
            found.append(f"status {response.status}: {response.url}")

    def failed(request):
        if request.failure != "net::ERR_ABORTED":  # by a reload
            found.append(f"request failed: {request.url}")

    def logged(message):
        if message.type in {"error", "warning"}:
            found.append(f"console: {message.text}")

    tab.on("request", requested)
    tab.on("response", answered)
    tab.on("requestfailed", failed)
    tab.on("console", logged)
    tab.on("pageerror", lambda error: found.append(f"page error: {error}"))
    return found


def weight(tab, url):
    """Load a page with all its pictures and an empty cache; complain of too many bytes or elements."""
    network = tab.context.new_cdp_session(tab)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes = []
    network.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    tab.goto(url)
    tab.evaluate(FONTS)
    tab.evaluate(LOAD_PICTURES)
    network.send("Network.setCacheDisabled", {"cacheDisabled": False})
    elements = tab.evaluate("document.querySelectorAll('*').length")
    most = next((more for page, more in LONGER.items() if url.endswith(page)), ELEMENTS)
    found = [f"too heavy: {sum(sizes) / 1024:.0f} KB"] if sum(sizes) > HEAVY else []
    return found + ([f"too many elements: {elements}"] if elements > most else [])


def first_look(tab, url):
    """Load a page, and list what one look at it shows, on a phone: what came, moved, or does not fit."""
    found = listen(tab)
    tab.set_viewport_size(PHONE)
    found += weight(tab, url)
    found += tab.evaluate(SHIFT) + tab.evaluate(SIGHT) + narrow(tab)
    return list(dict.fromkeys(found))


def faults(tab, url, modes=axe.MODES, but=(), most=MANY):
    """Visit a page once and list all that is wrong with it; axe-core judges it by all rules `but` some."""
    found = listen(tab)
    tab.set_viewport_size(LAPTOP)
    found += weight(tab, url)
    for screen in (PHONE, LAPTOP):
        tab.set_viewport_size(screen)
        tab.reload()  # from the cache: the fonts are there at once, however slow the machine
        tab.evaluate(FONTS)
        found += tab.evaluate(SHIFT) + tab.evaluate(SIGHT)
    found += keyboard(tab, most) + narrow(tab) + paper(tab) + structure(tab)
    found += axe.violations(tab, modes, but)
    return list(dict.fromkeys(found))
