/**
 * The first steps of every call, in this order: signature (constant time) → version → date → request id unseen.
 * The signing pair is public: it keeps mangled and replayed calls out and never identifies anybody.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { CLOCK_SKEW_MS, FRONT_VERSION } from "@visadesk/contract/kit/constants.ts";
import { HEADERS, signText } from "@visadesk/contract/kit/envelope.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { HttpError } from "./refuse.ts";

export type HeaderMap = Readonly<Record<string, string | string[] | undefined>>;
const one = (headers: HeaderMap, name: string): string => {
  const v = headers[name];
  return typeof v === "string" ? v : "";
};

export interface SigningPair {
  key: string;
  secret: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Hex HMAC-SHA256 of the four signed lines. */
export const signatureOf = (pair: SigningPair, date: string, version: string, requestId: string): string =>
  createHmac("sha256", pair.secret)
    .update(signText(pair.key, date, version, requestId))
    .digest("hex");

function assertSigned(headers: HeaderMap, pairs: readonly SigningPair[]): void {
  // Made only when needed: an error captures its stack.
  const bad = (): HttpError => new HttpError(403, TEXTS.bad_signature);
  const sent = one(headers, "authorization");
  if (!sent.startsWith("Basic ")) throw bad();
  const text = Buffer.from(sent.slice(6), "base64").toString("utf8");
  const colon = text.lastIndexOf(":");
  const pair = pairs.find((p) => p.key === text.slice(0, colon));
  const given = Buffer.from(text.slice(colon + 1));
  const wanted = Buffer.from(
    signatureOf(
      pair ?? { key: "", secret: "" },
      one(headers, HEADERS.date),
      one(headers, HEADERS.version),
      one(headers, HEADERS.request_id),
    ),
  );
  if (!pair || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw bad();
}

const numbers = (v: string): number[] => v.split(".").map(Number);
/** Is `version` older than what the server accepts? Malformed counts as old. */
export function isOld(version: string, accepted: string = FRONT_VERSION): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return true;
  const [a, b] = [numbers(version), numbers(accepted)];
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

/** Request ids seen in the last ten minutes. Bounded: the oldest go first. */
export class SeenIds {
  private readonly ids = new Map<string, number>();
  private readonly max: number;
  constructor(max = 200_000) {
    this.max = max;
  }
  /** Remembers the id; false when it was seen before. */
  add(id: string, nowMs: number): boolean {
    const until = this.ids.get(id);
    if (until !== undefined && until > nowMs) return false;
    this.ids.delete(id);
    this.ids.set(id, nowMs + 2 * CLOCK_SKEW_MS);
    for (const [old, end] of this.ids) {
      if (end > nowMs && this.ids.size <= this.max) break;
      this.ids.delete(old);
    }
    return true;
  }
}

/** Checks the headers and answers the request id. Throws 403 or 426. */
export function assertCall(headers: HeaderMap, pairs: readonly SigningPair[], seen: SeenIds, now: Date): string {
  assertSigned(headers, pairs);
  if (isOld(one(headers, HEADERS.version))) throw new HttpError(426, null);
  const date = one(headers, HEADERS.date);
  const at = DATE.test(date) ? Date.parse(date) : Number.NaN;
  // No msg: the client shows the requirement's sentence about the clock.
  if (Number.isNaN(at) || Math.abs(at - now.getTime()) > CLOCK_SKEW_MS) throw new HttpError(403, null);
  const id = one(headers, HEADERS.request_id).toLowerCase();
  if (!UUID.test(id)) throw new HttpError(403, TEXTS.bad_signature);
  if (!seen.add(id, now.getTime())) throw new HttpError(403, TEXTS.replayed);
  return id;
}
