/** What a worker keeps for himself, as the text of a column. */
import { maskedNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { refuseUnless } from "#kit/http/refuse.ts";

const KEPT_BYTES = 32 * 1024;
const SECRET = /passwd|password|token|secret/i;

/** What a worker keeps for himself in clear, personal numbers he typed masked. */
export const kept = (value: unknown, msg: string): string => jsonWithin(maskedNumbers(value), KEPT_BYTES, msg);

/** JSON text within a limit; a password in a draft is dropped wherever it stands. */
export function jsonWithin(value: unknown, bytes: number, msg: string): string {
  const text = JSON.stringify(value, (key, v: unknown) => (SECRET.test(key) ? undefined : v));
  refuseUnless(Buffer.byteLength(text) <= bytes, "limit_exceeded", msg);
  return text;
}
