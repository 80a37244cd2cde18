/**
 * The demo business while it is still being made, after the door was opened: one load of this process. Health, console and
 * the refusal of changes read it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { loadWords } from "@visadesk/contract/account/session.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { HttpError } from "./http/refuse.ts";
import { areaOf } from "./call/log.ts";

export interface FirstLoad {
  readonly done: number;
  readonly count: number;
}
let load: FirstLoad | null = null;

export const firstLoad = (): FirstLoad | null => load;
export const setFirstLoad = (now: FirstLoad | null): void => void (load = now);

let lastCall = -Infinity;
/** No call for so long: nobody is in the middle of a page. */
const QUIET_MS = 300;
const GIVE_WAY_MS = 2_000;

/** The load lets whoever is there go first; those who keep asking delay it by this much a step at most. */
export async function giveWay(): Promise<void> {
  const from = performance.now();
  while (performance.now() - lastCall < QUIET_MS && performance.now() - from < GIVE_WAY_MS) await sleep(50);
}

/** Changes wait until the load has ended: its rows are numbered beforehand. One's own account and views do not. */
export function assertLoaded(endpoint: Endpoint): void {
  lastCall = performance.now();
  if (!load || endpoint.kind === "read" || endpoint.kind === "list" || areaOf(endpoint.name) === "account") return;
  const far = load.count > 0 ? `（${loadWords(load)}）` : "";
  throw new HttpError(503, `演示数据生成中${far}，完成后再操作`, null, { "retry-after": "5" });
}
