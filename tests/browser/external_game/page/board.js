// A board as any distribution can ship one: plain elements and the board API.
export default function mount(target, props) {
  let { table, api } = props;
  const points = target.appendChild(document.createElement("p"));
  const cards = target.appendChild(document.createElement("div"));
  let drawCount = 0;

  function addButton(label, onclick) {
    const button = cards.appendChild(document.createElement("button"));
    button.textContent = label;
    button.addEventListener("click", onclick);
  }

  function draw() {
    drawCount += 1;
    target.dataset.drawCount = String(drawCount);
    points.textContent = `${api.playerName(0)} has ${table.view.points[0]}, ${api.playerName(1)} has ${table.view.points[1]}`;
    cards.replaceChildren();
    for (const move of table.choices.moves ?? []) addButton(`Card: ${move}`, () => api.move(move));
    addButton("A card I do not have", async () => (target.dataset.accepted = String(await api.move("play 99"))));
    addButton("Preview", async () => api.feedback((await api.preview(table.choices.moves[0])).texts[0].text));
  }

  draw();
  return {
    update(next) {
      ({ table, api } = next);
      draw();
    },
    unmount() {
      document.body.dataset.unmountedAfter = String(drawCount);
    },
  };
}
