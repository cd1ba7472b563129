/* What a cell printed and showed, as elements with the classes of the committed outputs. */
export function make(tag, about, ...inside) {
  const made = Object.assign(document.createElement(tag), about);
  made.append(...inside);
  return made;
}

export function printed(textContent, kind = "") {
  const block = make("div", { className: "highlight" }, make("pre", { textContent }));
  return make("div", { className: `output stream ${kind}` }, block);
}

/* Return an output, which is a text or forms by MIME type, in the best form that a page shows. */
export async function shown(output) {
  if (typeof output === "string") return printed(output);
  const { "text/html": html, "image/svg+xml": svg, "text/plain": plain } = output;
  const text = output["text/markdown"] ?? output["text/latex"];
  const box = make("div", { className: "output text_html" });
  if (html) box.append(document.createRange().createContextualFragment(html)); // its scripts run
  else if (svg) {
    const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    const picture = make("img", { alt: plain.replace(/\s+/g, " "), src });
    await picture.decode().catch(() => {}); // then it comes in one piece; a broken one, too
    return picture;
  } else if (text) box.append(...(await typeset(text)));
  else return printed(plain);
  return box;
}

/* Return a text with its formulas as MathML, by the Temml that typesets the rest of the page. */
async function typeset(text) {
  const { default: temml } = await import("./temml.js");
  return text.split(/(\$\$[^$]+\$\$|\$[^$]+\$)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const formula = make("span", { className: "math" });
    const options = { displayMode: part.startsWith("$$"), throwOnError: false };
    formula.dataset.tex = part.replaceAll("$", "");
    temml.render(formula.dataset.tex, formula, options);
    return formula;
  });
}
