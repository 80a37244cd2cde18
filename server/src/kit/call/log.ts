/** The operation log's one writer: a row in the act's own transaction. Personal values are masked, typed numbers too, secrets never written. */
import { areaOfEndpoint, type Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { maskedNumbers, maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { Area } from "@visadesk/contract/permissions.ts";
import type { Actor, Ctx, FieldChange, LogEntry } from "./context.ts";
import type { Db } from "../db/db.ts";
import { hot, q, row } from "../db/sql.ts";

/** Names of values that are never written down. */
export const SECRET = /passwd|token|secret|cookie|recovery|totp(?!_policy)/i;
/** Numbers others gave a paper, a parcel or a payment: they are no person's, and the log is where they are looked up. */
const REFERENCE = /^(?!passport|id_card|card|account|bank)\w+_no$/;
const shownChange = (c: FieldChange): FieldChange =>
  SECRET.test(c.field)
    ? { ...c, before: null, after: null }
    : REFERENCE.test(c.field)
      ? c
      : { ...c, before: maskedNumbers(c.before), after: maskedNumbers(c.after) };
const typed = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : maskNumbers(text));
/** Somebody without a record is whatever was typed as his name. */
const actorName = ({ id, name }: Actor): string => (id === null ? maskNumbers(name) : name);

/** Jobs and host commands are no endpoints: their door says whose they are. */
const jobAreas = new Map<string, Area>();
export const logsUnder = (area: Area, acts: readonly { readonly name: string }[]): void => {
  for (const { name } of acts) jobAreas.set(name, area);
};
/** The area of what was done, for the log's filter 模块. */
export const areaOf = (name: string): Area => areaOfEndpoint(name) ?? jobAreas.get(name) ?? "workbench";

/** Merges what the handler noted and writes one row per noted record (at least one per call). */
export async function writeLog(
  db: Db,
  ctx: Pick<Ctx, "now" | "request_id" | "actor" | "ip" | "agent">,
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
      hot(q`
      insert into operation_logs (at, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area, noun, noun_id, noun_no, subject_ids, changes, reason, result, ip, agent, ms)
      values (${ctx.now}, ${ctx.request_id}, ${actor.kind}, ${actor.id}, ${actorName(actor)}, ${kind}, ${endpoint.name}, ${areaOf(endpoint.name)},
        ${e.noun ?? null}, ${e.noun_id === undefined || e.noun_id === null ? null : String(e.noun_id)}, ${typed(e.noun_no)}, ${[...(e.subject_ids ?? [])]},
        ${JSON.stringify((e.changes ?? []).map(shownChange))}, ${typed(e.reason)}, ${e.result ?? result}, ${ctx.ip}, ${ctx.agent.slice(0, 300)}, ${ms})`),
    );
  });
  await Promise.all(written);
}
