/**
 * Handlers beside their contract: `serve(api, { noun_verb: (input, ctx) => … })`. A missing handler or a wrongly
 * typed answer does not compile. Slow work of a change (hashing, images, network) goes before its transaction:
 *
 *   session_unlock: staged(async ({ passwd }, ctx) => verify(passwd), async (input, ctx, ok) => …)
 */
import type { Api, Endpoint, Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "./context.ts";
import { checkFileKeys, filesIn, type HeldFiles } from "../files/file-keys.ts";

type Answer<E extends Endpoint> = Promise<Output<E>> | Output<E>;
export type Plain<E extends Endpoint> = (input: Parsed<E>, ctx: Ctx) => Answer<E>;

/** `prepare` runs on the pool, outside any transaction; `run` inside it with what was prepared. */
export interface Staged<E extends Endpoint> {
  readonly prepare: (input: Parsed<E>, ctx: Ctx) => Promise<unknown>;
  readonly run: (input: Parsed<E>, ctx: Ctx, prepared: unknown) => Answer<E>;
}
export type Handler<E extends Endpoint> = Plain<E> | Staged<E>;
export type Handlers<A extends Api> = { readonly [K in keyof A]: Handler<A[K]> };

export function staged<E extends Endpoint, P>(
  prepare: (input: Parsed<E>, ctx: Ctx) => Promise<P>,
  run: (input: Parsed<E>, ctx: Ctx, prepared: P) => Answer<E>,
): Staged<E> {
  return { prepare, run: run as Staged<E>["run"] };
}

export interface Served {
  readonly endpoint: Endpoint;
  readonly prepare: ((input: unknown, ctx: Ctx) => Promise<unknown>) | null;
  readonly run: (input: unknown, ctx: Ctx, prepared: unknown) => unknown;
}
export type Serving = Readonly<Record<string, Served>>;

/** A change takes no file that is not its caller's to hand in; `held` answers what hangs on its record already. */
function withFiles(endpoint: Endpoint, run: Served["run"], held: HeldFiles | undefined): Served["run"] {
  if (endpoint.kind === "list" || endpoint.kind === "read") return run;
  const find = filesIn(endpoint.input);
  return (input, ctx, prepared) => {
    const taken = find(input, "");
    if (taken.length === 0) return run(input, ctx, prepared);
    return checkFileKeys(ctx, taken, input as Readonly<Record<string, unknown>>, held).then(() => run(input, ctx, prepared));
  };
}

export const serve = <A extends Api>(api: A, handlers: Handlers<A>): { readonly [K in keyof A]: Served } =>
  served(api, undefined, handlers);
/** The same for records that send their own files again: `held` answers which of them hang there already. */
export const serveHolding = <A extends Api>(api: A, held: HeldFiles, handlers: Handlers<A>): { readonly [K in keyof A]: Served } =>
  served(api, held, handlers);

function served<A extends Api>(api: A, held: HeldFiles | undefined, handlers: Handlers<A>): { readonly [K in keyof A]: Served } {
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => {
      const h = handlers[name as keyof A] as Handler<Endpoint>;
      const parts = typeof h === "function" ? { prepare: null, run: h } : h;
      return [name, { endpoint, ...parts, run: withFiles(endpoint, parts.run, held) }];
    }),
  ) as { readonly [K in keyof A]: Served };
}

/** One reading handler behind `{noun}_{verb}` of many nouns; `endpoints` holds them all. */
export const serveEach = <N extends string, V extends string, I>(
  nouns: readonly N[],
  verb: V,
  endpoints: Readonly<Record<`${N}_${V}`, Endpoint>>,
  handler: (noun: N) => (input: I, ctx: Ctx) => unknown,
): Readonly<Record<`${N}_${V}`, Served>> =>
  Object.fromEntries(
    nouns.map((noun) => {
      const name = `${noun}_${verb}` as const;
      return [name, { endpoint: endpoints[name], prepare: null, run: handler(noun) as Served["run"] }];
    }),
  ) as Readonly<Record<`${N}_${V}`, Served>>;
