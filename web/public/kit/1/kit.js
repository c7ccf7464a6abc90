// The board kit, version 1. The page has it ready before it loads a board that is not part of its build.
const kit = globalThis[Symbol.for("ludoteca.kit.1")];
if (!kit) throw new Error("The board kit works only in a page of Ludoteca.");
export const { defineBoard, defineTurnLine } = kit;
