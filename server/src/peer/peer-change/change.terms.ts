/** Terms of a peer that a request asks for: as they are, as they would be, and what speaks against them now. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { keysOf, labelOf, z } from "@visadesk/contract/kit/field.ts";
import { limitFault } from "@visadesk/contract/peer/peer/credit.rules.ts";
import { CHANGE_FIELDS, CHANGE_INPUTS, validToFault, type Terms, type TermValue } from "@visadesk/contract/peer/peer/change.rules.ts";
import { changeValues } from "@visadesk/contract/peer/peer/peer-change.ts";
import { CHANGE_FILES, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { codeTaken, holderOfCode } from "../peer/peer.guards.ts";
import type { StoredDetail } from "../peer/peer.sql.ts";

export interface Fault {
  code: RefusalCode;
  message: string;
}
type Caller = Pick<Ctx, "db" | "now">;
/** The peer with the login that owns it. */
export type Termed = StoredDetail & { account_id: number | null };

export async function termed(db: Db, p: StoredDetail): Promise<Termed> {
  const owner = await row<{ id: number }>(db, q`select id from peer_accounts where peer_id = ${p.id} and role = 'owner' and status = 1`);
  return { ...p, account_id: owner?.id ?? null };
}

const term = (v: unknown): TermValue => (typeof v === "string" || typeof v === "number" ? v : null);
/** What the kind would write over, as it stands. */
export function standing(kind: ChangeKind, p: Termed): Terms {
  const facts: Readonly<Record<string, unknown>> = { ...p };
  return Object.fromEntries(CHANGE_FIELDS[kind].map((field) => [field, term(facts[field])]));
}

type Sent = Readonly<Partial<Record<keyof typeof changeValues, string | number>>>;
const SHAPE = z.object(changeValues);

/** What is missing of a request, does not belong to it, or holds too long. */
export function requestIssues(
  kind: ChangeKind,
  sent: Sent,
  { files, valid_to }: { files: readonly string[]; valid_to: string | null },
  today: string,
): Issue[] {
  const asked: readonly string[] = CHANGE_INPUTS[kind];
  const issues: Issue[] = [];
  for (const field of keysOf(changeValues)) {
    const label = labelOf(SHAPE, field);
    if (sent[field] === undefined ? asked.includes(field) : !asked.includes(field))
      issues.push({ path: field, message: sent[field] === undefined ? `请填写${label}` : `${label}不属于这类变更` });
  }
  const until = validToFault(kind, valid_to, today);
  if (until !== null) issues.push({ path: "valid_to", message: until });
  if (CHANGE_FILES.includes(kind) && files.length === 0) issues.push({ path: "files", message: "请上传证明材料" });
  if (sent.business_kind === "travel_agency" && sent.licence_no === "")
    issues.push({ path: "licence_no", message: "旅行社请填写许可证号" });
  if (sent.temp_limit === 0) issues.push({ path: "temp_limit", message: "临时额度须大于 0" });
  return issues;
}

/** The terms as a request would leave them. Days of credit belong to who settles by it. */
export function wanted(kind: ChangeKind, sent: Sent, valid_to: string | null): Terms {
  if (kind === "credit_temp") return { temp_limit: sent.temp_limit ?? 0, temp_until: valid_to };
  if (kind === "level") return { level_id: sent.level_id ?? null, level_locked_until: valid_to };
  if (kind === "settle_mode")
    return { settle_mode: sent.settle_mode ?? null, credit_days: sent.settle_mode === "credit" ? (sent.credit_days ?? 0) : 0 };
  return Object.fromEntries(CHANGE_INPUTS[kind].map((field) => [field, sent[field] ?? null]));
}

const failed = (message: string): Fault => ({ code: "guard_failed", message });
export const OWN_CAP = "授信上限由申请人本人调整，须由他人复核等级后再审";
interface Asking {
  credit: number;
  /** Below 0: as it is. */
  temp: number;
  /** Who asks. */
  by: number;
}
/** A cap that whoever asks set himself carries his request as far as others gave it before. */
async function limitsHold({ db, now }: Caller, p: Termed, { credit, temp, by }: Asking): Promise<Fault | null> {
  const level = await row<{ credit_cap: number; given: number }>(
    db,
    q`select credit_cap, case when cap_by = ${by} then least(credit_cap, cap_given) else credit_cap end as given from peer_levels where code = ${p.level_id}`,
  );
  const inForce = p.temp_until !== null && p.temp_until >= dayOf(now) ? p.temp_limit : 0;
  const faultOf = (cap: number | undefined): string | null =>
    limitFault(credit, temp < 0 ? inForce : temp, cap ?? 0, temp < 0 ? "credit_limit" : "temp_limit");
  const fault = faultOf(level?.credit_cap);
  if (fault !== null) return { code: "limit_exceeded", message: fault };
  return faultOf(level?.given) === null ? null : { code: "maker_is_checker", message: OWN_CAP };
}
/** Credit stands on a contract in force. */
async function contractHolds({ db, now }: Caller, p: Termed): Promise<Fault | null> {
  const today = dayOf(now);
  const held = await row(
    db,
    q`select id from peer_documents where peer_id = ${p.id} and kind = 'contract' and superseded_at is null and valid_from <= ${today}::date
      and (valid_to is null or valid_to >= ${today}::date)`,
  );
  return held ? null : failed("缺少有效的合同，请先登记合同");
}
async function accountFits({ db }: Caller, p: Termed, id: number): Promise<Fault | null> {
  const a = await row<{ status: number }>(db, q`select status from peer_accounts where id = ${id} and peer_id = ${p.id}`);
  if (!a) return failed("该子账号不属于此同行");
  return a.status === 1 ? null : failed("该子账号已停用，请先启用");
}
async function levelFits({ db }: Caller, code: string): Promise<Fault | null> {
  const level = await row<{ status: number }>(db, q`select status from peer_levels where code = ${code}`);
  return level?.status === 1 ? null : failed(`等级 ${code} 已停用`);
}
async function codeFree({ db }: Caller, p: Termed, code: string): Promise<Fault | null> {
  const holder = await holderOfCode(db, code, p.id);
  return holder ? { code: "duplicate", message: codeTaken(holder.short_name) } : null;
}

interface Request {
  kind: ChangeKind;
  new_value: Terms;
  created_by: number;
}
/** Why these terms cannot be had today; asked when they are asked for and once more when they are passed. */
export async function termsFault(ctx: Caller, p: Termed, { kind, new_value: to, created_by: by }: Request): Promise<Fault | null> {
  if (p.peer_status !== "active") return { code: "state_changed", message: "同行已停用，请先重新启用" };
  if (kind === "credit_limit") return limitsHold(ctx, p, { credit: Number(to["credit_limit"]), temp: -1, by });
  if (kind === "credit_temp") return limitsHold(ctx, p, { credit: p.credit_limit, temp: Number(to["temp_limit"]), by });
  if (kind === "settle_mode") return to["settle_mode"] === "credit" ? contractHolds(ctx, p) : null;
  if (kind === "level") return levelFits(ctx, String(to["level_id"]));
  if (kind === "company") return codeFree(ctx, p, String(to["credit_code"]));
  return accountFits(ctx, p, Number(to["account_id"]));
}
export const sameTerms = (a: Terms, b: Terms): boolean => {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((k) => (a[k] ?? null) === (b[k] ?? null));
};
