/* On small screens Furo opens its drawers by labels, which no key reaches: buttons take their place. Escape closes. */
for (const label of document.querySelectorAll(".nav-overlay-icon, .toc-overlay-icon")) {
  const box = document.getElementById(label.htmlFor);
  const inside = label.matches(".nav-overlay-icon") ? ".sidebar-drawer a" : ".toc-drawer a";
  const button = make("button", { className: label.className, ariaLabel: box.ariaLabel }, ...label.childNodes);
  button.addEventListener("click", () => {
    box.click();
    [...document.querySelectorAll(inside)].find((link) => link.checkVisibility({ visibilityProperty: true }))?.focus();
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !box.checked) return;
    box.click();
    button.focus();
  });
  label.replaceWith(button);
}
