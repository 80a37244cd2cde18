/** What stubs answer is what the contract says, to the key: a fault fails the test in which it was answered. */
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { faultsOfAnswer } from "@visadesk/contract/kit/strict-answer.ts";

const endpoints: Readonly<Record<string, Endpoint>> = allApi;
const faults: string[] = [];

/** The text of a good answer, looked at on its way; endpoints that a test made up for itself are nobody's contract. */
export function answerText(name: string, input: unknown, body: unknown): string {
  const text = JSON.stringify({ ret: 0, msg: "", body });
  const e = endpoints[name];
  if (e) faults.push(...faultsOfAnswer(e, input, (JSON.parse(text) as { body: unknown }).body));
  return text;
}
export const takeAnswerFaults = (): string[] => faults.splice(0);

function cut(type: z.core.$ZodType, value: unknown): unknown {
  const { element } = unwrap(type)._zod.def as { element?: z.core.$ZodType };
  if (element) return Array.isArray(value) ? value.map((v) => cut(element, v)) : value;
  const shape = Object.entries(shapeOf(type));
  if (shape.length === 0 || typeof value !== "object" || value === null) return value;
  const from = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(shape.flatMap(([name, inner]) => (name in from ? [[name, cut(inner, from[name])]] : [])));
}
/** Rows of a wider kind as this endpoint answers them: the server leaves out what the contract does not list. */
export const answerOf = (e: Endpoint, wide: object): object => cut(e.output, wide) as object;
