/* Whoever goes by keys keeps the place: the theme takes the focus from these buttons when they are pressed.
   Only from a button that has it does the theme come back when the contents close. A click by key has no detail. */
for (const button of document.querySelectorAll(".theme-switch-button, .search-button, .sidebar-toggle"))
  button.addEventListener("click", ({ detail }) => detail || button.focus());
