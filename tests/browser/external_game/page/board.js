// A board as anybody may write one: plain elements, and what the desk offers.
export default function mount(target, props) {
  let { table, desk } = props;
  const points = target.appendChild(document.createElement("p"));
  const cards = target.appendChild(document.createElement("div"));
  let drawn = 0;

  function button(label, act) {
    const made = cards.appendChild(document.createElement("button"));
    made.textContent = label;
    made.addEventListener("click", act);
  }

  function draw() {
    drawn += 1;
    target.dataset.drawn = String(drawn);
    points.textContent = `${desk.name(0)} has ${table.view.points[0]}, ${desk.name(1)} has ${table.view.points[1]}`;
    cards.replaceChildren();
    for (const move of table.choices.moves ?? []) button(`Card: ${move}`, () => desk.move(move));
    button("A card I do not have", async () => (target.dataset.taken = String(await desk.move("play 99"))));
    button("Foresee", async () => desk.hint((await desk.attempt(table.choices.moves[0])).texts[0].text));
  }

  draw();
  return {
    update(next) {
      ({ table, desk } = next);
      draw();
    },
    unmount() {
      document.body.dataset.gone = String(drawn);
    },
  };
}
