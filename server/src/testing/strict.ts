/** Every good answer that a test gets is what the contract says, to the key. */
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { faultsOfAnswer } from "@visadesk/contract/kit/strict-answer.ts";

const endpoints: Readonly<Record<string, Endpoint>> = allApi;

export function assertAnswer(name: string, input: unknown, body: unknown): void {
  const e = endpoints[name];
  const faults = e ? faultsOfAnswer(e, input, body) : [`${name} is no endpoint`];
  if (faults.length > 0) throw new Error(`answers that the contract does not know: ${faults.join("\n")}`);
}

/** The same of an answer that did not go over the wire, where what is undefined is not there. */
export function asWired(name: string, input: unknown, body: unknown): unknown {
  assertAnswer(name, input, JSON.parse(JSON.stringify(body)));
  return body;
}
