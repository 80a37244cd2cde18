/**
 * Expected refusals. A handler throws one of these; anything else that is thrown is a bug and answers 500.
 *
 *   refuseUnless(refundable(row, now), "too_late", "已过退款期限");
 */
import { refusals, refusalText, statusText, TEXTS, type RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Issue, RefusalBody } from "@visadesk/contract/kit/envelope.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";

/** HTTP 200 with ret ≠ 0. `body` may carry more than the code (counts, hashes, issues). */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly body: RefusalBody;
  constructor(code: RefusalCode, message?: string, body: Record<string, unknown> = {}) {
    super(message ?? refusalText(code));
    this.code = code;
    this.body = { ...body, code };
  }
  get ret(): number {
    return refusals[this.code][0];
  }
}

/** A protocol answer: HTTP status with or without msg. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** `null` msg: the client's own text for the status appears. */
  readonly msg: string | null;
  constructor(status: number, msg: string | null, body: unknown = null, headers: Record<string, string> = {}) {
    super(msg ?? statusText(status));
    this.status = status;
    this.msg = msg;
    this.body = body;
    this.headers = headers;
  }
}

/** A right that is asked for inside a handler and is missing: 403, and a row 越权被拒 of its own like the gate's. */
export class Denied extends HttpError {
  readonly label: string;
  /** The code that is missing, or a sentence where no single code says it. */
  constructor(missing: number | string) {
    const label = typeof missing === "string" ? missing : permissionLabel(missing);
    super(403, `${TEXTS.no_permission}${label}`);
    this.label = label;
  }
}

/**
 * Marks a refusal whose transaction is committed all the same: failed sign-ins are counted and logged.
 * The log row of such a call carries result `refused`.
 */
const kept = new WeakSet<Error>();
export function keeping<E extends Refusal | HttpError>(error: E): E {
  kept.add(error);
  return error;
}
export const isKept = (error: unknown): error is Refusal | HttpError => error instanceof Error && kept.has(error);

export function refuse(code: RefusalCode, message?: string, body?: Record<string, unknown>): never {
  throw new Refusal(code, message, body);
}

export function refuseUnless(ok: unknown, code: RefusalCode, message?: string, body?: Record<string, unknown>): asserts ok {
  if (!ok) throw new Refusal(code, message, body);
}

/** 5 not_found, one answer for a missing id and one outside the caller's scope. */
export function found<T>(row: T | undefined | null, message?: string): T {
  if (row === undefined || row === null) throw new Refusal("not_found", message);
  return row;
}

/** 409: changed by somebody else since it was read. `body.current` lets the console draw the merge view. */
export const conflict = (msg: string, current?: unknown): HttpError => new HttpError(409, msg, { current });

/** 17 bad_input with the fields named, for rules that need stored data. */
export const badInput = (...issues: Issue[]): Refusal => new Refusal("bad_input", issues[0]?.message, { issues });
