/** The order's timeline: one row for every move, field change, file, payment and note. */
import type { Ctx, FieldChange, LogEntry } from "#kit/call/context.ts";
import { beforeCommit } from "#kit/db/db.ts";
import { hot, q, row } from "#kit/db/sql.ts";
import { fieldOf } from "#kit/noun/noun.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import type { FieldMeta } from "@visadesk/contract/kit/field-meta.ts";
import { mask, type Personal } from "@visadesk/contract/kit/mask.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import { applicantNoun } from "../applicant/applicant.noun.ts";
import type { Work } from "../flow/work.ts";
import { orderNoun } from "./order.noun.ts";

export interface LogExtra {
  /** Typed by people; leaves the timeline with the erasure. */
  reason?: string | null;
  /** The cause in our own words, for the operation log too. */
  cause?: string | null;
  /** Done by the system, not by the caller. */
  system?: boolean;
  /** Done by staff for the customer. */
  on_behalf?: boolean;
  customer_visible?: boolean;
  archived?: Readonly<Record<string, unknown>> | null;
  changes?: readonly FieldChange[];
}
export interface LogRow extends LogExtra {
  kind: "move" | "field" | "file" | "money" | "message" | "note";
  noun: string;
  noun_id: number;
  applicant_id?: number | null;
  move?: string | null;
  label: string;
  from_state?: string | null;
  to_state?: string | null;
}

/** How the contract masks a field; the street of an address is inside. */
const maskOf = (field: string, meta: FieldMeta | undefined): Personal | undefined =>
  meta?.personal ?? (field.endsWith("address") ? "address" : undefined);

/** What the erasure takes and no mask covers: a change of it is told without its words. */
const WORDS: ReadonlySet<string> = new Set(
  [orderNoun, applicantNoun].flatMap((n) => Object.keys(n.erased).filter((column) => !maskOf(column, fieldOf(n, column)))),
);
const wordless = (value: unknown): unknown => (value ? "已填写" : null);

/** What an act leaves in the operation log. Nothing is ever erased there, so what people typed is not repeated in it. */
export const logged = (l: LogExtra): Required<Pick<LogEntry, "reason" | "changes">> => ({
  reason: l.cause ?? null,
  changes: (l.changes ?? []).map((c) => (WORDS.has(c.field) ? { ...c, before: wordless(c.before), after: wordless(c.after) } : c)),
});

export const writeOrderLog = (w: Work, l: LogRow): Promise<void> => insertOrderLog(w.ctx, w.facts.order.id, l);

/** For acts that lock the order row alone. */
export async function insertOrderLog(ctx: Ctx, orderId: number, l: LogRow): Promise<void> {
  const staff = l.system || !ctx.principal ? null : ctx.principal;
  const written = row(
    ctx.db,
    hot(q`
    insert into order_logs (order_id, applicant_id, kind, noun, noun_id, move, label, from_state, to_state, actor_kind, actor_id, actor_name, on_behalf, reason, changes, archived, customer_visible, request_id, at)
    values (${orderId}, ${l.applicant_id ?? null}, ${l.kind}, ${l.noun}, ${l.noun_id}, ${l.move ?? null}, ${l.label}, ${l.from_state ?? null}, ${l.to_state ?? null},
      ${staff ? "staff" : "system"}, ${staff?.worker_id ?? null}, ${staff ? staff.nickname || staff.account : "系统"}, ${l.on_behalf ?? false}, ${l.reason || null}, ${JSON.stringify(l.changes ?? [])},
      ${l.archived ? JSON.stringify(l.archived) : null}, ${l.customer_visible ?? false}, ${ctx.request_id || null}, ${ctx.now})`),
  );
  await beforeCommit(ctx.db, written);
}

const plain = (v: unknown): string => (typeof v === "string" ? v : JSON.stringify(v ?? null));
/** Changed fields with their labels; personal values are kept masked. */
export function changesOf(
  type: z.core.$ZodType,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const shape = shapeOf(type);
  return Object.entries(after)
    .filter(([k, v]) => v !== undefined && plain(v) !== plain(before[k]))
    .map(([field, v]) => {
      const meta = shape[field] && metaOf(shape[field]);
      const hidden = maskOf(field, meta);
      const shown = (x: unknown): unknown => (hidden && x !== null && x !== undefined ? mask(hidden, plain(x)) : (x ?? null));
      return { field, label: meta?.label ?? field, before: shown(before[field]), after: shown(v) };
    });
}
