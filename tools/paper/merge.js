/* Merge the built pages of the book into the document in which this runs, for paper and for e-books.

   parts: [{caption, pages: ["book/about.html", ...]}], fetched from the site that serves this document. Each page
   becomes a section, and its ids get the page's name before them. Checks, set-up and the code of figures stay on the
   site; solutions go to the end, linked both ways. Returns links that lead nowhere, which must be none. */
async (parts) => {
  const name = (page) => page.replace(/^book\//, "").replace(/\.html$/, "").replaceAll("/", "-");
  const make = (tag, about = {}, ...inside) => {
    const node = Object.assign(document.createElement(tag), about);
    node.append(...inside);
    return node;
  };
  const pages = parts.flatMap((part) => part.pages);
  const ids = (page, id) => `${name(page)}--${id.replaceAll("/", ".")}`;

  async function read(page) {
    const text = await (await fetch(page)).text();
    const parsed = new DOMParser().parseFromString(text, "text/html");
    return document.importNode(parsed.querySelector("article > section"), true);
  }

  const NOT_PRINTED = "script, .headerlink, button, .enlarge, details.report, details.fold:is(.check, .setup, .figure)";
  const REFERRING = ["aria-labelledby", "aria-describedby", "for"];

  // The nodes of a page as those of the book: its addresses, and what of it is printed.
  function rebase(section, page) {
    for (const node of section.querySelectorAll(NOT_PRINTED)) node.remove();
    for (const node of [section, ...section.querySelectorAll("[id]")]) node.id = ids(page, node.id);
    for (const attribute of REFERRING)
      for (const node of section.querySelectorAll(`[${attribute}]`))
        node.setAttribute(attribute, node.getAttribute(attribute).split(" ").map((id) => ids(page, id)).join(" "));
    const here = new URL(page, location.href);
    for (const image of section.querySelectorAll("img")) {
      image.src = new URL(image.getAttribute("src"), here);
      image.removeAttribute("loading");
    }
    for (const link of section.querySelectorAll("a[href]")) {
      const to = new URL(link.getAttribute("href"), here), file = to.pathname.slice(1);
      if (to.origin !== location.origin) continue;
      if (!pages.includes(file)) link.replaceWith(...link.childNodes); // a page about the site, or a file
      else link.setAttribute("href", `#${to.hash ? ids(file, decodeURIComponent(to.hash.slice(1))) : name(file)}`);
    }
    for (const mark of section.querySelectorAll(".eqno a:is(.proved, .reduced, .tried)"))
      mark.replaceWith(make("span", { className: mark.className }, mark.textContent));
    for (const moving of section.querySelectorAll(".explorable"))
      moving.append(make("p", { className: "still" }, "On the site this figure can be moved; here it stands still."));
  }

  // A chapter begins a page, and has a running title: one kind of page each.
  function chapter(id, title, ...inside) {
    const section = make("section", { className: "chapter", id }, ...inside);
    section.dataset.title = title;
    return section;
  }

  const chapters = new Map();
  for (const page of pages) {
    const section = await read(page);
    rebase(section, page);
    const title = section.querySelector("h1").textContent;
    // Of a heading with an id Chromium would make two bookmarks: a section within has it.
    chapters.set(page, chapter(name(page), title, make("section", { id: section.id }, ...section.childNodes)));
  }

  // Solutions: at the end of the book; a link at the exercise leads there, and one back.
  function solutionsOf(section) {
    const exercises = new Map([...section.querySelectorAll(".exercise")].map((box) =>
      [box.querySelector(".caption-number")?.textContent.trim(), box]));
    const boxes = [...section.querySelectorAll("details.solution")].map((fold) => {
      const [summary, ...answer] = fold.childNodes;
      const words = fold.querySelector("summary").textContent.replace("Solution to ", "");
      const exercise = exercises.get(words.match(/^Exercise [\d.]+/)[0]);
      exercise.querySelector(".admonition-title").append(" ", make("a", { className: "to-solution", href: `#${fold.id}` }, "Solution"));
      const title = make("p", { className: "solution-title" }, make("a", { href: `#${exercise.id}` }, words));
      const box = make("section", { className: "solution", id: fold.id }, title, ...answer.filter((node) => node.localName !== "summary"));
      fold.remove();
      return box;
    });
    return boxes.length ? [make("h2", {}, section.dataset.title), ...boxes] : [];
  }
  const solved = [...chapters.values()].flatMap(solutionsOf);
  const solutions = chapter("solutions", "Solutions", make("h1", {}, "Solutions"), ...solved);

  // What is left of folds is open: proofs, hints, asides.
  function unfold(section) {
    for (const fold of section.querySelectorAll("details")) {
      const title = make("p", { className: "fold-title" }, ...fold.querySelector(":scope > summary").childNodes);
      fold.querySelector(":scope > summary").remove();
      fold.replaceWith(make("section", { className: fold.className, id: fold.id }, title, ...fold.childNodes));
    }
  }

  const contents = make("nav", { className: "paper-contents" }, make("h1", {}, "Contents")), all = [];
  for (const { caption, pages } of parts) {
    const here = pages.map((page) => chapters.get(page));
    if (here.some((section) => section.id === "errata")) here.unshift(solutions); // before what is looked up
    const items = here.map(({ id, dataset }) => make("li", {}, make("a", { href: `#${id}` }, dataset.title)));
    contents.append(make("p", { className: "part" }, caption ?? ""), make("ul", {}, ...items));
    all.push(...here);
  }
  if (!all.includes(solutions) && solved.length) all.push(solutions);
  all.forEach(unfold);
  const article = make("article", { className: "paper" }, document.querySelector("header.book-title"), contents, ...all);
  document.body.append(article);
  all.forEach((section, number) => (section.style.page = `p${number}`));
  document.head.append(make("style", {}, all.map((section, number) =>
    `@page p${number} { @top-left { content: ${JSON.stringify(section.dataset.title)} } }`).join("\n")));

  // Checks are not printed: links to them lose their target, but not their words.
  const there = new Set([...document.querySelectorAll("[id]")].map((node) => node.id)), lost = [];
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute("href").slice(1);
    if (there.has(id)) continue;
    if (!/--(check-|cell)/.test(id)) lost.push(id);
    link.replaceWith(...link.childNodes);
  }
  for (const node of document.querySelectorAll('[id=""]')) node.removeAttribute("id");
  await Promise.all([...document.images].map((image) => image.decode()));
  await document.fonts.ready;
  return lost;
}
