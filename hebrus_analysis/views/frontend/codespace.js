// Shows the page that Python drew, and tells Python over which cell the pointer is; Python answers what to say.
const SIDE = 256;

function place(event) {
  const image = event.target.closest("img[data-plane]");
  if (!image) return null;
  const box = image.getBoundingClientRect();
  const cell = (at, from, size) => Math.floor(((at - from) / size) * SIDE);
  return {
    plane: Number(image.dataset.plane),
    column: cell(event.clientX, box.left, box.width),
    row: cell(event.clientY, box.top, box.height),
  };
}

function render({ model, el }) {
  const page = document.createElement("div");
  const tip = document.createElement("div");
  tip.className = "codespace-tip";
  tip.setAttribute("role", "status");
  const card = document.createElement("div");
  el.append(page, card, tip);
  const ring = document.createElement("div");
  ring.className = "codespace-ring";
  const mark = () => {
    const { plane, column, row } = model.get("marked");
    const image = page.querySelector(`img[data-plane="${plane}"]`);
    ring.style.left = `${((column + 0.5) / SIDE) * 100}%`;
    ring.style.top = `${((row + 0.5) / SIDE) * 100}%`;
    if (image) image.parentElement.append(ring);
    else ring.remove();
  };
  const draw = () => { page.innerHTML = model.get("html"); mark(); };
  const hide = () => { tip.style.display = "none"; };
  let last = "";

  page.addEventListener("mousemove", (event) => {
    const at = place(event);
    if (!at) { last = ""; hide(); return; }
    const box = el.getBoundingClientRect();
    const isRight = event.clientX > box.left + box.width / 2;
    tip.style.left = isRight ? "auto" : `${event.clientX - box.left + 14}px`;
    tip.style.right = isRight ? `${box.right - event.clientX + 14}px` : "auto";
    tip.style.top = `${event.clientY - box.top + 14}px`;
    if (JSON.stringify(at) === last) return;
    last = JSON.stringify(at);
    model.send({ event: "hover", ...at });
  });
  page.addEventListener("mouseleave", () => { last = ""; hide(); });
  page.addEventListener("click", (event) => {
    const at = place(event);
    if (at) model.send({ event: "click", ...at });
  });
  const open = () => { card.innerHTML = model.get("card"); };
  model.on("msg:custom", (message) => {
    if (message.look) { card.scrollIntoView({ block: "nearest" }); return; }
    if (!last) return; // the pointer has left before the answer came
    tip.textContent = message.told;
    tip.style.display = "block";
  });
  model.on("change:html", draw);
  model.on("change:marked", mark);
  model.on("change:card", open);
  open();
  draw();
}

export default { render };
