/**
 * What an area hands over at its door, in one piece: its nouns, its endpoints, its jobs and what of it is sealed. What it asks
 * of areas that rest on it comes as an argument of the door; `areas.ts` puts them together.
 *
 *   export const supplierArea = area("supplier", { nouns: supplierNouns, serving: supplierServer });
 */
import type { Area } from "@visadesk/contract/permissions.ts";
import { logsUnder } from "./call/log.ts";
import type { Serving } from "./call/serve.ts";
import type { JobDef } from "./jobs.ts";
import type { AnyNoun } from "./noun/noun.ts";
import type { SealFiles, SealSource } from "./seal/seal-move.ts";

interface Parts<S extends Serving> {
  readonly nouns?: readonly AnyNoun[];
  readonly serving: S;
  readonly jobs?: readonly JobDef[];
  readonly seals?: readonly (SealSource | SealFiles)[];
}

/** Jobs are no endpoints: the log's 模块 has them from here. */
export function area<S extends Serving>(name: Area, { nouns = [], serving, jobs = [], seals = [] }: Parts<S>) {
  logsUnder(name, jobs);
  return { name, nouns, serving, jobs, seals };
}
