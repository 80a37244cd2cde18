/** Decisions about versions that need no database. */
import { missingStage, refundGridFault, type RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";

/** Why a draft cannot be published, or null: first what is missing, then what contradicts itself. */
export function publishFault(draft: {
  clause: string;
  grid: readonly RefundRow[];
}): { code: "incomplete" | "bad_input"; message: string } | null {
  const fault = refundGridFault(draft.grid);
  if (fault) return { code: missingStage(draft.grid) > 0 ? "incomplete" : "bad_input", message: fault };
  return draft.clause === "" ? { code: "incomplete", message: "请填写给客户看的条款" } : null;
}

/** When a version starts: now, or at a later time; null for a time that is over. */
export function startOf(asked: string | null, now: Date): Date | null {
  if (asked === null) return now;
  const at = new Date(asked);
  return at > now ? at : null;
}
