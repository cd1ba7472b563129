// KaTeX's tree of a formula in six tenths of its elements, drawn the same: a browser lays out each of them.

const KINDS = new Set(["mord", "mop", "mbin", "mrel", "mopen", "mclose", "mpunct", "minner", "mtight"]); // no style hangs on them
const SIZES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488]; // size1 to size11

const is = (node, name) => node.classes?.includes(name);
const em = (length) => `${+length.toFixed(4)}em`;
const isBare = ({ children, classes, style, attributes }) =>
  children?.length > 0 && classes?.length === 0 && Object.keys({ ...style, ...attributes }).length === 0;

// How many times as large as what surrounds it a node's letters are: in its styles, 1em is as much larger.
function scale(node) {
  if (!is(node, "katex-sizing")) return 1;
  const size = (kind) => SIZES[node.classes.find((name) => name.startsWith(kind)).slice(kind.length) - 1];
  return size("size") / size("reset-size");
}

// An index or an exponent alone: of KaTeX's table of one cell, the cell, which stands higher or lower.
function unframe(node) {
  const cells = node.children[0].children[0].children[0].children;
  const [strut, script] = cells[0].children;
  if (cells.length > 1 || !is(script, "katex-sizing")) return node;
  const { top, marginLeft = "0em", marginRight = "0em" } = cells[0].style;
  const shift = parseFloat(top) + parseFloat(strut.style.height);
  for (const [name, length] of Object.entries({ top: shift, marginLeft, marginRight }))
    script.style[name] = em(parseFloat(length) / scale(script));
  script.style.position = "relative";
  return script;
}

// A blank widens what stands before it.
function widen(node, blank) {
  const margin = parseFloat(node.style.marginRight ?? node.italic ?? 0);
  node.italic = 0;
  node.style.marginRight = em(margin + parseFloat(blank.style.marginRight) / scale(node));
}

// Nodes in a row: those that only hold others together give way to them.
function row(nodes) {
  const kept = [];
  for (const node of nodes.map(slim)) {
    const last = kept.at(-1);
    if (node.classes?.join() === "mspace" && last?.style && !is(last, "vlist-t")) widen(last, node);
    else if (isBare(node)) kept.push(...node.children);
    else kept.push(node);
  }
  return kept;
}

function slim(node) {
  if (!node.classes) return node; // a drawing
  const slimmed = is(node, "msupsub") ? unframe(node) : node;
  if (is(slimmed, "vlist")) for (const cell of slimmed.children) cell.children = cell.children.map(slim);
  else if (slimmed.children) slimmed.children = row(slimmed.children);
  slimmed.classes = slimmed.classes.filter((name) => name && !KINDS.has(name));
  return slimmed;
}

// Screen readers want the formula itself, not the TeX beside it.
function strip(math) {
  const [formula] = math.children[0].children;
  math.children = formula.type === "mrow" ? formula.children : [formula];
  delete math.attributes.xmlns;
}

module.exports = (tree) => {
  const { children } = is(tree, "katex") ? tree : tree.children[0];
  strip(children[0].children[0]);
  slim(children[1]);
  return tree;
};
