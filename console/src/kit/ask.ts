/** Calls by a contract's endpoint object, so that generic screens keep the types of the endpoint they were given. */
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { ApiError, call, type CallOptions } from "./api.ts";

/** Calls `endpoint` with `input`; the answer has the type the contract promises. */
export const ask = <E extends Endpoint>(endpoint: E, input: Input<E>, opts?: CallOptions): Promise<Output<E>> =>
  call(endpoint.name as never, input as never, opts) as Promise<Output<E>>;

/** The same with the filter of a list, which is untyped until the server reads it. */
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
