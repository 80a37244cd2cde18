/**
 * The demo business while it is still being made, after the door was opened: one load of this process. Health, console and
 * the refusal of changes read it.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { HttpError } from "./refuse.ts";
import { areaOf } from "./log.ts";

export interface FirstLoad {
  readonly done: number;
  readonly count: number;
}
let load: FirstLoad | null = null;

export const firstLoad = (): FirstLoad | null => load;
export const setFirstLoad = (now: FirstLoad | null): void => void (load = now);

/** Changes wait until the load has ended: its rows are numbered beforehand. One's own account and views do not. */
export function assertLoaded(endpoint: Endpoint): void {
  if (!load || endpoint.kind === "read" || endpoint.kind === "list" || areaOf(endpoint.name) === "account") return;
  const far = load.count > 0 ? `（${load.done}/${load.count}）` : "";
  throw new HttpError(503, `演示数据生成中${far}，完成后再操作`, null, { "retry-after": "5" });
}
