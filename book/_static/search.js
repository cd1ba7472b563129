/* The passages (book_site/search.py) that answer what is asked, the best first, ranked by MiniSearch. */
const WORD = /[\p{L}\p{N}]+(?:[-–_.'’][\p{L}\p{N}]+)*/gu;
const JOINT = /[-–_.'’]/;
const SMALL = new Set(("a about an and any are as at be been but by can could did do does for from had has have how i if in "
  + "into is it its many may me more much must my no not of on or our s she should so some such than that the their then there "
  + "these they this to us use used was we were what when where which who why will with would you your").split(" "));
const ALSO = { // what a reader may write for what stands in the book
  email: "mail", copyright: "licence", permission: "licence", reuse: "licence", citation: "cite", bibtex: "cite",
  homework: "assignment", submit: "hand", intercept: "bias", threshold: "bias", svm: "support vector machine",
  backprop: "backpropagation", overfit: "overfitting", lms: "adaline", sgd: "stochastic gradient", three: "two",
  multiclass: "classes", imbalanced: "rare", unbalanced: "rare", missing: "gaps", split: "pile", nonlinear: "curved", convergencewarning: "converge warns", invented: "history", accuracy: "good",
};
const stemmer = new Stemmer();
let index;

/* "mini-batch" is found by "minibatch", and "licence" by "license". Of small words only AND, OR and NOT are looked for. */
const split = (text) => (text.match(WORD) ?? []).flatMap((word) => {
  const parts = word.split(JOINT);
  return parts.length > 1 ? [...parts, parts.join("")] : parts;
});
function stem(word) {
  const small = word.toLowerCase();
  if (SMALL.has(small)) return /^[A-Z]{2,}$/.test(word) && word;
  return stemmer.stemWord(small.replace(/is(e[drs]?|ing|ations?)$/, "iz$1").replace(/ens(e[ds]?)$/, "enc$1").replace("colour", "color"));
}
/* What is asked: a word in one piece if the book has it so, and what else it may mean. */
const asked = (text) => (text.match(WORD) ?? []).flatMap((word) => {
  const whole = word.split(JOINT).join("");
  const known = whole.toLowerCase() in ALSO || index.search(whole).some(({ weight }) => weight > 0.2 || /[_.]/.test(word));
  return known ? whole : word.split(JOINT);
});
const meant = (word) => [word, ...(ALSO[word.toLowerCase()] ?? "").split(" ")].map(stem).filter(Boolean);

function find(query) {
  const [titles, passages] = PASSAGES;
  if (!index) {
    index = new MiniSearch({ fields: ["title", "page", "text"], storeFields: ["weight", "to", "name"], tokenize: split, processTerm: stem });
    index.addAll(passages.map(([weight, page, anchor, title, text], id) => ({
      id, weight, title, text, page: titles[page], to: `${page}.html${anchor && `#${anchor}`}`,
      name: title.includes(".") && stem(title.split(JOINT).join("")), // who writes geometry.augment wants it
    })));
  }
  const whole = new Set(asked(query).map(stem));
  const found = index.search(query, {
    tokenize: asked, processTerm: meant, boost: { title: 4, page: 1.5 },
    boostDocument: (_, term, { weight, name }) => (term === name && whole.has(name) ? 2 : weight),
    prefix: (term) => term.length > 4, fuzzy: (term) => term.length > 6 && 0.15,
  });
  const seen = new Set(); // a question may lead to a section that is found by itself, too
  return found.filter(({ to }) => !seen.has(to) && seen.add(to)).map(({ id, to, terms }) => ({ to, terms, passage: passages[id] }));
}

/* A line of a text with its first word that was looked for, which is marked. */
function quote(text, terms) {
  const line = document.createElement("p");
  const hit = [...text.matchAll(WORD)].find(([word]) => split(word).some((part) => terms.includes(stem(part))));
  const start = hit && hit.index > 80 ? text.indexOf(" ", hit.index - 80) + 1 : 0;
  const end = text.indexOf(" ", start + 200), until = end < 0 ? text.length : end;
  const mark = document.createElement("mark");
  mark.textContent = hit?.[0] ?? "";
  const [before, after] = hit ? [text.slice(start, hit.index), text.slice(hit.index + hit[0].length, until)] : [text.slice(0, until), ""];
  line.append(start ? "… " : "", before, mark, after, until < text.length ? " …" : "");
  return line;
}

function show(query) {
  const found = find(query), shown = found.slice(0, 30);
  const list = document.createElement("ol");
  for (const { to, terms, passage: [, page, , title, text] } of shown) {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = to;
    link.textContent = title;
    item.append(link, title === PASSAGES[0][page] ? "" : ` in ${PASSAGES[0][page]}`, quote(text, terms));
    list.append(item);
  }
  const count = found.length > shown.length ? `The best ${shown.length} of ${found.length} passages` : `${found.length} passages`;
  document.getElementById("search-status").textContent = found.length ? `${count}:` : "Nothing is found. Try another word, or the index.";
  document.getElementById("search-results").replaceChildren(list);
}

const query = new URLSearchParams(location.search).get("q");
if (query) {
  for (const field of document.querySelectorAll("input[name=q]")) field.value = query;
  let missing = 2;
  for (const name of ["minisearch", "passages"]) {
    const script = document.createElement("script");
    script.src = `_static/${name}.js`;
    script.addEventListener("load", () => --missing || show(query));
    document.head.append(script);
  }
}
