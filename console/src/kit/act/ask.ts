/** Calls by a contract's endpoint object, so that generic screens keep the types of the endpoint they were given. */
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { ApiError, call, type CallOptions } from "../app/api.ts";

/** Writes that have no answer yet, by what they ask. */
const underWay = new Map<string, Promise<unknown>>();

const sentOf = (endpoint: Endpoint, input: unknown): string =>
  JSON.stringify([endpoint.name, input], (name, value: unknown) => (name === "idempotency_key" ? undefined : value));

/**
 * Calls `endpoint` with `input`; the answer has the type the contract promises. A write that is asked again before it
 * was answered is the same act: both get the one answer.
 */
export function ask<E extends Endpoint>(endpoint: E, input: Input<E>, opts?: CallOptions): Promise<Output<E>> {
  const send = (): Promise<Output<E>> => call(endpoint.name as never, input as never, opts) as Promise<Output<E>>;
  if (endpoint.kind === "list" || endpoint.kind === "read" || opts?.signal) return send();
  const same = sentOf(endpoint, input);
  const running = underWay.get(same) ?? send().finally(() => underWay.delete(same));
  underWay.set(same, running);
  return running as Promise<Output<E>>;
}

/** The same with the filter of a list, or with a form half filled in: untyped until the server reads it. */
export const askFilter = <E extends Endpoint>(
  endpoint: E,
  filter: Readonly<Record<string, unknown>>,
  opts?: CallOptions,
): Promise<Output<E>> => ask(endpoint, filter as Input<E>, opts);

/** What an error says to a person, and the request id to quote. */
export const faultOf = (error: unknown): { msg: string; request_id: string | undefined } =>
  error instanceof ApiError
    ? { msg: error.msg, request_id: error.request_id }
    : { msg: error instanceof Error ? error.message : "请求失败", request_id: undefined };
