/** The order's timeline: one row for every move, field change, file, payment and note. */
import type { Ctx, FieldChange } from "#kit/context.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { Work } from "./change.ts";

export interface LogExtra {
  reason?: string | null;
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

export const writeOrderLog = (w: Work, l: LogRow): Promise<void> => insertOrderLog(w.ctx, w.facts.order.id, l);

/** For acts that lock the order row alone. */
export async function insertOrderLog(ctx: Ctx, orderId: number, l: LogRow): Promise<void> {
  const staff = l.system || !ctx.principal ? null : ctx.principal;
  await ctx.db.insertInto("order_logs").values({
    order_id: orderId, applicant_id: l.applicant_id ?? null, kind: l.kind, noun: l.noun, noun_id: l.noun_id, move: l.move ?? null, label: l.label,
    from_state: l.from_state ?? null, to_state: l.to_state ?? null, actor_kind: staff ? "staff" : "system", actor_id: staff?.worker_id ?? null,
    actor_name: staff ? staff.nickname || staff.account : "系统", on_behalf: l.on_behalf ?? false, reason: l.reason || null, changes: JSON.stringify(l.changes ?? []),
    archived: l.archived ? JSON.stringify(l.archived) : null, customer_visible: l.customer_visible ?? false, request_id: ctx.request_id || null, at: ctx.now,
  }).execute();
}

const plain = (v: unknown): string => (typeof v === "string" ? v : JSON.stringify(v ?? null));
/** Changed fields with their labels; personal values are kept masked. */
export function changesOf(type: z.core.$ZodType, before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): FieldChange[] {
  const shape = shapeOf(type);
  return Object.entries(after).filter(([k, v]) => v !== undefined && plain(v) !== plain(before[k])).map(([field, v]) => {
    const meta = shape[field] && metaOf(shape[field]);
    const hidden = meta?.personal ?? (field.endsWith("address") ? "address" : undefined);
    const shown = (x: unknown): unknown => (hidden && x !== null && x !== undefined ? mask(hidden, plain(x)) : (x ?? null));
    return { field, label: meta?.label ?? field, before: shown(before[field]), after: shown(v) };
  });
}
