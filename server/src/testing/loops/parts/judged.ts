/** What the input stage says to a body before anything else is asked, as a call would hear it. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { parseInput } from "#kit/call/input.ts";
import { HttpError } from "#kit/http/refuse.ts";

/** Null: it takes the body. It refuses in words; anything else it threw is thrown. */
export function refusalOf(e: Endpoint, body: unknown): HttpError | null {
  try {
    parseInput(e, JSON.parse(JSON.stringify(body)));
    return null;
  } catch (fault) {
    if (!(fault instanceof HttpError)) throw fault;
    return fault;
  }
}
