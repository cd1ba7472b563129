/* Cut the merged book into the files of an EPUB; run after merge.js. Returns {files, pictures}. */
() => {
  const article = document.querySelector("article.paper"), home = new Map(), pictures = {};
  const chapters = [...article.querySelectorAll(":scope > .chapter")];
  for (const chapter of chapters)
    for (const node of [chapter, ...chapter.querySelectorAll("[id]")]) home.set(node.id, chapter.id);
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute("href").slice(1);
    link.setAttribute("href", `${home.get(id)}.xhtml#${id}`);
    delete link.dataset.page; // an e-book has no pages
  }
  for (const image of article.querySelectorAll("img")) {
    const source = image.getAttribute("src");
    const still = source.startsWith("data:");
    const name = still ? `still-${Object.keys(pictures).length}.svg` : `f-${decodeURIComponent(source.split("/").at(-1))}`;
    pictures[name] = source;
    image.setAttribute("src", `images/${name}`);
  }
  for (const moving of article.querySelectorAll(".explorable")) { // a custom element is no XHTML
    const box = document.createElement("div");
    box.className = "explorable";
    box.append(...moving.childNodes);
    moving.replaceWith(box);
  }
  const serializer = new XMLSerializer();
  const files = chapters.map((chapter) => {
    chapter.removeAttribute("style");
    const heads = [...chapter.querySelectorAll("h2")].map((head, number) => {
      const at = head.closest("section[id]");
      if (at === chapter) head.id = `${chapter.id}--part-${number}`;
      return [head.textContent, head.id || at.id];
    });
    const text = serializer.serializeToString(chapter);
    return { name: `${chapter.id}.xhtml`, title: chapter.dataset.title, heads, text, math: !!chapter.querySelector("math") };
  });
  return { files, pictures };
}
