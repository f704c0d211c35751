// A button that asks Python for a text and lays it on the clipboard.
function render({ model, el }) {
  const button = document.createElement("button");
  button.className = "jupyter-button widget-button";
  button.textContent = "Copy";
  button.addEventListener("click", () => model.send({ event: "copy" }));
  button.style.margin = "2px"; // as the buttons of ipywidgets have it
  el.append(button);
  model.on("msg:custom", async (message) => {
    try {
      await navigator.clipboard.writeText(message.text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it below"; // a page that is not secure has no clipboard
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}

export default { render };
