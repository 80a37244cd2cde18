/** What of many a run takes: other ones for every other console, the same for the same; all of them in `npm run soak`. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { WHOLE } from "./browser.ts";

const TURN = (() => {
  const marker = path.resolve(import.meta.dirname, "../../console/dist/.sources");
  return existsSync(marker) ? Number.parseInt(readFileSync(marker, "utf8").slice(0, 6), 16) : 0;
})();

/** One of the list. */
export const inTurn = <T>(all: readonly T[]): T[] => all.slice(TURN % Math.max(1, all.length)).slice(0, 1);
/** Is it the turn of the nth thing, where each `of`th is taken? */
export const isTurn = (n: number, of: number): boolean => WHOLE || (n + TURN) % of === 0;
