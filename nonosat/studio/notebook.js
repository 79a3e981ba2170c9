// The widget of notebook.py: a page to play in a frame, which may store nothing, so that it asks here for what to keep.
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { srcdoc: model.get("page"), sandbox: "allow-scripts", title: "nonosat" });
    Object.assign(frame.style, { width: "100%", height: `${model.get("height")}px`, border: 0 });
    let drawer = "";
    let kept = "";
    const send = () => {
      kept = model.get("kept");
      frame.contentWindow.postMessage({ drawer, kept }, "*");
    };
    const tell = () => { if (drawer && model.get("kept") !== kept) send(); };
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      drawer = data.drawer;
      if (data.kept) {
        kept = data.kept;
        model.set("kept", kept);
        model.save_changes();
      } else send();
    };
    addEventListener("message", hear);
    model.on("change:kept", tell);  // from Python, or another view of the widget
    // The page follows the notebook's theme, where that says which it has, and not the system's.
    const theme = () => {
      const { jpThemeLight } = document.body.dataset;
      if (jpThemeLight) frame.contentWindow?.postMessage({ theme: jpThemeLight === "false" ? "dark" : "light" }, "*");
    };
    const watching = new MutationObserver(theme);
    watching.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    frame.addEventListener("load", theme);
    el.replaceChildren(frame);
    return () => { removeEventListener("message", hear); model.off("change:kept", tell); watching.disconnect(); };
  },
};
