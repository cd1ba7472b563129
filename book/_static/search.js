/* The passages (book_site/search.py) that answer what is asked, the best first, ranked by MiniSearch. */
const WORD = /[\p{L}\p{N}]+(?:[-–_.'’][\p{L}\p{N}]+)*/gu;
const JOINT = /[-–_.'’]/;
const SMALL = new Set([...stopwords, ...("about am an any been can could did do does from had has have how i its many may me "
  + "more much must my our s she should so some than us use used we were what when where which who why would you your").split(" ")]);
const ALSO = { // what a reader may write for what stands in the book
  email: "mail", copyright: "licence", permission: "licence", reuse: "licence", citation: "cite", bibtex: "cite",
  homework: "assignment", submit: "hand", intercept: "bias", threshold: "bias", svm: "support vector machine",
  backprop: "backpropagation", overfit: "overfitting", lms: "adaline", sgd: "stochastic gradient", three: "two",
  multiclass: "classes", imbalanced: "rare", unbalanced: "rare", missing: "gaps", split: "pile", nonlinear: "curved", convergencewarning: "converge warns", invented: "history", accuracy: "good",
};
const stemmer = new Stemmer();
let index, missing = 2;

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

/* A line of a text around the first word that was looked for, which is marked. */
function quote(text, terms) {
  const hit = [...text.matchAll(WORD)].find(([word]) => split(word).some((part) => terms.includes(stem(part)))) ?? { 0: "", index: 0 };
  const start = hit.index > 80 ? text.indexOf(" ", hit.index - 80) + 1 : 0, after = hit.index + hit[0].length;
  const [end] = /^.{0,200}(?!\S)/.exec(text.slice(start, start + 200)) ?? [""];
  return make("p", {}, start ? "… " : "", text.slice(start, hit.index), make("mark", {}, hit[0]), text.slice(after, start + end.length), text.length > start + 200 ? " …" : "");
}

function show(query) {
  const found = find(query), count = `${found.length > 30 ? "The best 30 of " : ""}${found.length} passages:`;
  const items = found.slice(0, 30).map(({ to, terms, passage: [, page, , title, text] }) => {
    const where = PASSAGES[0][page];
    return make("li", {}, make("a", { href: to }, title), title === where ? "" : ` in ${where}`, quote(text, terms));
  });
  document.getElementById("search-status").textContent = found.length ? count : "Nothing is found. Try another word, or the index.";
  document.getElementById("search-results").replaceChildren(make("ol", {}, ...items));
}

/* The passages are loaded when something is asked. */
const query = new URLSearchParams(location.search).get("q");
for (const field of document.querySelectorAll("input[name=q]")) field.value = query;
for (const name of query ? ["minisearch", "passages"] : [])
  document.head.append(make("script", { src: `_static/${name}.js`, onload: () => --missing || show(query) }));
