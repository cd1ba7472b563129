"""A bare window of WebKitGTK that WebKitWebDriver can drive, by Debian's own Python.

Debian's browser has a toolbar, and is never narrower than 447 pixels.
"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

# That sizes are looked at once more in the next frame is no error, though WebKit makes it one.
NOTE = """
window.failed = [];
addEventListener("error", ({ message, target }) =>
  message?.startsWith("ResizeObserver loop") || failed.push(message ?? `not loaded: ${target.src ?? target.href}`), true);
addEventListener("unhandledrejection", ({ reason }) => failed.push(String(reason)));
"""


def view(session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """Open a window for a session."""
    notes = WebKit2.UserContentManager()
    frames, start = (
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
    )
    notes.add_script(WebKit2.UserScript.new(NOTE, frames, start, None, None))
    page = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, user_content_manager=notes
    )
    window = Gtk.Window(decorated=False)
    window.add(page)
    window.show_all()
    page.grab_focus()
    page.connect("close", lambda _: window.destroy())
    return page


def started(_: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Tell a session who it drives."""
    about = WebKit2.ApplicationInfo()
    about.set_name("WebKit")
    session.set_application_info(about)
    session.connect("create-web-view", view)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()
