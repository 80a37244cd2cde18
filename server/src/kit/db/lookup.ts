/**
 * Looking somebody up by a whole personal number. Whoever may not see such numbers in full learns by it that a number he
 * holds is known here; so each look-up of his counts against his reveal limit, hit or miss, and leaves a row in the log.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, type z } from "@visadesk/contract/kit/field.ts";
import { mask, type SealedKind } from "@visadesk/contract/kit/mask.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "../call/context.ts";
import { inTransaction, type Db } from "./db.ts";
import { writeLog } from "../call/log.ts";
import { Refusal } from "../http/refuse.ts";
import { bareNumber, hashesOf } from "../seal/seal.ts";
import type { Serving } from "../call/serve.ts";

/** Letters and digits of one of our own numbers (core list of prefixes) or of its beginning. */
const OWN_NUMBER = /^(v|tk|bc|sq|wl|tj|rz|bg|zy|gd|hh|yj|hk|tx|fk|tz|pz|fp|sg|js|dc|bx|gy|ty)\d{4,}$/;

/**
 * Which personal numbers a bare keyword may be as a whole. A passport number has at most nine letters and digits (ICAO
 * Doc 9303, part 4); one of digits alone is told from the tail of an order number by having just nine;
 * shorter ones are found by their last four.
 */
export function numberForms(bare: string): SealedKind[] {
  if (/^1\d{10}$/.test(bare)) return ["mobile"];
  if (/^(\d{15}|\d{17}[0-9x])$/.test(bare)) return ["id_card"];
  const passport = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{6,9}$/.test(bare) && !OWN_NUMBER.test(bare);
  return passport || /^\d{9}$/.test(bare) ? ["passport"] : [];
}

const LABELS: Readonly<Record<SealedKind, string>> = { mobile: "手机号", id_card: "身份证号", passport: "护照号", card: "银行账号" };

export interface Lookup {
  readonly kind: SealedKind;
  readonly label: string;
  readonly masked: string;
  /** Tells a repeated look-up, a page further say, from a new one. */
  readonly hash: string;
  readonly hashes: readonly string[];
}
/** What the kit asks about a look-up; `subjects`: whom the number is of. */
export interface LookupDoors {
  readonly allowed: (ctx: Ctx) => Promise<void>;
  readonly subjects: (db: Db, kind: SealedKind, hashes: readonly string[]) => Promise<number[]>;
}

const isRecord = (v: unknown): v is Readonly<Record<string, unknown>> => typeof v === "object" && v !== null && !Array.isArray(v);

/** Whole personal numbers among the search words of a call: its own, those of a filter inside, those of a list it names. */
export function lookupsOf(endpoint: Endpoint, input: unknown, serving: Serving): Lookup[] {
  if (!isRecord(input)) return [];
  const named = typeof input["endpoint"] === "string" && Object.hasOwn(serving, input["endpoint"]) ? serving[input["endpoint"]] : undefined;
  const own = wordsOf(endpoint.input, input);
  const inside = named ? Object.values(input).flatMap((v) => wordsOf(named.endpoint.input, v)) : [];
  const once = new Map([...own, ...inside].map((w) => [`${w.kind} ${w.bare}`, w]));
  return [...once.values()].map(({ kind, bare }) => {
    const hashes = hashesOf(kind, bare);
    return { kind, label: LABELS[kind], masked: mask(kind, bare.toUpperCase()), hash: hashes[0] ?? "", hashes };
  });
}

interface Word {
  kind: SealedKind;
  bare: string;
}
/** A call has few of the fields its type knows: it is walked by what it has. */
function wordsOf(type: z.core.$ZodType, value: unknown): Word[] {
  if (!isRecord(value)) return [];
  const shape = shapeOf(type);
  return Object.entries(value).flatMap(([name, v]) => {
    const field = (typeof v === "string" || isRecord(v)) && Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) return [];
    if (typeof v !== "string") return wordsOf(field, v);
    const bare = bareNumber(v);
    const forms = numberForms(bare);
    const kinds = forms.length > 0 ? metaOf(field)?.lookup : undefined;
    return forms.flatMap((kind) => (kinds?.includes(kind) ? [{ kind, bare }] : []));
  });
}

/** The same number looked up again by the same person within this time is the same look-up. */
const SAME_MS = 600_000;
const MAX_KEPT = 5_000;
const latest = new Map<string, number>();
const counting = new Map<string, Promise<void>>();
function isRepeat(worker: number, l: Lookup, now: Date): boolean {
  const at = latest.get(`${worker} ${l.hash}`);
  return at !== undefined && now.getTime() - at < SAME_MS && now.getTime() >= at;
}
function keep(worker: number, l: Lookup, now: Date): void {
  if (latest.size >= MAX_KEPT) latest.clear();
  latest.set(`${worker} ${l.hash}`, now.getTime());
}

/**
 * Counts a call's look-ups in a transaction of its own, before anything is looked up: what becomes of the call changes
 * nothing about it. `allowed` refuses beyond the limit, which leaves a row as well. Nothing for who may see the numbers in full.
 */
export async function countLookups(
  db: Db,
  call: { endpoint: Endpoint; input: unknown; serving: Serving; who: Principal; now: Date },
  ctxOn: (tx: Db) => Ctx,
  doors: LookupDoors,
): Promise<void> {
  const { endpoint, input, serving, who, now } = call;
  if (who.codes.has(may.personal_reveal)) return;
  for (const l of lookupsOf(endpoint, input, serving)) {
    if (isRepeat(who.worker_id, l, now)) continue;
    // A list asks for its rows and its total at once: the second waits for what becomes of the first.
    const same = `${who.worker_id} ${l.hash}`;
    const running = counting.get(same);
    if (running) {
      await running;
      continue;
    }
    const write = async (tx: Db, result: "ok" | "refused", subject_ids: readonly number[], reason?: string): Promise<void> => {
      const changes = [{ field: "keyword", label: `按${l.label}查找`, before: null, after: l.masked }];
      await writeLog(tx, ctxOn(tx), endpoint, [{ kind: "reveal", changes, subject_ids, ...(reason && { reason }) }], result, 0);
    };
    const counted = inTransaction(db, async (tx) => {
      await doors.allowed(ctxOn(tx));
      await write(tx, "ok", await doors.subjects(tx, l.kind, l.hashes));
    })
      .catch(async (error: unknown) => {
        if (error instanceof Refusal) await inTransaction(db, (tx) => write(tx, "refused", [], error.message));
        throw error;
      })
      .finally(() => counting.delete(same));
    counting.set(same, counted);
    await counted;
    keep(who.worker_id, l, now);
  }
}
