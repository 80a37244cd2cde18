/**
 * Handlers beside their contract: `serve(api, { noun_verb: (input, ctx) => … })`. A missing handler or a wrongly
 * typed answer does not compile.
 */
import type { Api, Endpoint, Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "./context.ts";

export type Handler<E extends Endpoint> = (input: Parsed<E>, ctx: Ctx) => Promise<Output<E>> | Output<E>;
export type Handlers<A extends Api> = { readonly [K in keyof A]: Handler<A[K]> };

export interface Served {
  readonly endpoint: Endpoint;
  readonly handler: (input: unknown, ctx: Ctx) => unknown;
}
export type Serving = Readonly<Record<string, Served>>;

export function serve<A extends Api>(api: A, handlers: Handlers<A>): { readonly [K in keyof A]: Served } {
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => [name, { endpoint, handler: handlers[name as keyof A] as unknown as Served["handler"] }]),
  ) as { readonly [K in keyof A]: Served };
}
