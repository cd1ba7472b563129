/* Paper is white: the dark theme is laid aside while a page is printed. */
const root = document.documentElement;
let theme;
addEventListener("beforeprint", () => {
  theme = root.dataset.theme;
  root.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  root.dataset.theme = theme;
});
