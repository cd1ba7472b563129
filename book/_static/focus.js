/* Whoever goes by keys keeps the place. The theme takes the focus from its buttons when they are pressed,
   and so cannot give it back when the contents close again. */
for (const button of document.querySelectorAll(".theme-switch-button, .search-button, .sidebar-toggle"))
  button.blur = () => button.matches(":focus-visible") || HTMLElement.prototype.blur.call(button);
