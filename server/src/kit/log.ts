/** The operation log's one writer: a row in the act's own transaction. Personal values are masked, secrets never written. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx, FieldChange, LogEntry } from "./context.ts";
import type { Db } from "./db.ts";
import { q, row } from "./sql.ts";

/** Names of values that are never written down. */
export const SECRET = /passwd|token|secret|cookie|recovery|totp(?!_policy)/i;
const safeChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map((c) => (SECRET.test(c.field) ? { ...c, before: null, after: null } : c));

/** Area of an endpoint: by its noun, for the log's filter. */
const AREAS: readonly [RegExp, string][] = [
  [/^(open\/oss_login|session_|totp_|oss_account_query|preference_|saved_view_|draft_|presence_|client_report)/, "account"],
  [/^(order|applicant|visit|submission|express|custody|refund|stage)/, "order"],
  [/^(sku|spu|special_price|price_adjustment|insurance_product|refuse_no_worry|product_recommend)/, "product"],
  [/^(host\/|worker|role|team|region|grant_change|expert|duty|operation_log|log_|sys_config|erasure|oss_account)/, "setting"],
  [/^(country|embassy|reject_reason|elec|mail|bring|photo|application)/, "base-data"],
  [/^export/, "finance"],
];
export const areaOf = (endpoint: string): string => AREAS.find(([re]) => re.test(endpoint))?.[1] ?? "workbench";

/** Merges what the handler noted and writes one row per noted record (at least one per call). */
export async function writeLog(
  db: Db,
  ctx: Ctx,
  endpoint: Pick<Endpoint, "name" | "kind" | "log">,
  entries: readonly LogEntry[],
  result: "ok" | "refused" | "fault",
  ms: number,
): Promise<void> {
  const merged: readonly LogEntry[] = entries.length ? entries : [{}];
  // All are asked at once, in their order.
  const written = merged.map((e) => {
    const actor = e.actor ?? ctx.actor;
    const kind = e.kind ?? endpoint.log ?? (endpoint.kind === "move" ? "move" : "write");
    return row(
      db,
      q`
      insert into operation_logs (at, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area, noun, noun_id, noun_no, subject_ids, changes, reason, result, ip, agent, ms)
      values (${ctx.now}, ${ctx.request_id}, ${actor.kind}, ${actor.id}, ${actor.name}, ${kind}, ${endpoint.name}, ${areaOf(endpoint.name)},
        ${e.noun ?? null}, ${e.noun_id === undefined || e.noun_id === null ? null : String(e.noun_id)}, ${e.noun_no ?? null}, ${[...(e.subject_ids ?? [])]},
        ${JSON.stringify(safeChanges(e.changes ?? []))}, ${e.reason ?? null}, ${result}, ${ctx.ip}, ${ctx.agent.slice(0, 300)}, ${ms})`,
    );
  });
  await Promise.all(written);
}
