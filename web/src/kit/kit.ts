// The board kit for boards of other distributions. They import it from /kit/1/kit.js (public/kit/1, with its types), which only passes this module on:
// it belongs to the build of the page, so what it makes are components like those of the page's own boards. `loadBoard` has it ready.

import type { Component } from "svelte";
import type { BoardProps, TurnLineProps } from "$lib/board";
import type * as kit from "../../public/kit/1/kit";
import KitBoard from "./KitBoard.svelte";
import KitTurnLine from "./KitTurnLine.svelte";

type DescribeBoard = (props: kit.BoardProps<unknown, unknown>) => kit.Board;
type DescribeTurn = (props: kit.TurnProps) => kit.Turn;

export const defineBoard: typeof kit.defineBoard = (describe) => part<BoardProps, DescribeBoard>(KitBoard, describe as DescribeBoard);
export const defineTurnLine: typeof kit.defineTurnLine = (describe) => part<TurnLineProps, DescribeTurn>(KitTurnLine, describe);

/** Return a component that has one property more than it is given. */
function part<Props extends object, Describe>(component: Component<Props & { describe: Describe }>, describe: Describe): kit.Part {
  const described: Component<Props> = (anchor, props) =>
    component(anchor, new Proxy(props, { get: (target, key) => (key === "describe" ? describe : Reflect.get(target, key)) }) as Props & { describe: Describe });
  return Object.assign(described, { kit: 1 as const });
}
