/** What a request for other terms asks for, kind by kind, and how people read it. No zod. */
import { money } from "../../kit/format.ts";
import { BUSINESS_KINDS, CHANGE_DAYS, SETTLE_MODES, type ChangeKind } from "./peer.words.ts";

const COMPANY = ["name", "credit_code", "legal_person", "business_kind", "licence_no"] as const;
/** The fields of the peer that a kind writes, as they are kept with the request. */
export const CHANGE_FIELDS = {
  credit_limit: ["credit_limit"],
  credit_temp: ["temp_limit", "temp_until"],
  settle_mode: ["settle_mode", "credit_days"],
  level: ["level_id", "level_locked_until"],
  company: COMPANY,
  owner_account: ["account_id"],
} as const satisfies Record<ChangeKind, readonly string[]>;
/** What its maker fills in; the day until which it holds stands beside it. */
export const CHANGE_INPUTS = {
  credit_limit: ["credit_limit"],
  credit_temp: ["temp_limit"],
  settle_mode: ["settle_mode", "credit_days"],
  level: ["level_id"],
  company: COMPANY,
  owner_account: ["account_id"],
} as const satisfies Record<ChangeKind, readonly string[]>;
export type TermValue = string | number | null;
export type Terms = Readonly<Record<string, TermValue>>;

const amount = (v: TermValue): string => money(Number(v ?? 0));
const wordOf = (words: Readonly<Record<string, string>>, v: TermValue): string => words[String(v)] ?? String(v);
const LABELS: Readonly<Record<string, { label: string; text: (v: TermValue) => string }>> = {
  credit_limit: { label: "长期额度", text: amount },
  temp_limit: { label: "临时额度", text: amount },
  temp_until: { label: "有效至", text: (v) => String(v ?? "—") },
  settle_mode: { label: "结算方式", text: (v) => wordOf(SETTLE_MODES, v) },
  credit_days: { label: "账期", text: (v) => `${Number(v ?? 0)} 天` },
  level_id: { label: "等级", text: String },
  level_locked_until: { label: "锁级至", text: (v) => String(v ?? "不锁级") },
  name: { label: "企业名称", text: String },
  credit_code: { label: "统一社会信用代码", text: String },
  legal_person: { label: "法人", text: String },
  business_kind: { label: "类型", text: (v) => wordOf(BUSINESS_KINDS, v) },
  licence_no: { label: "许可证号", text: (v) => String(v ?? "") || "—" },
  account_id: { label: "主账号", text: String },
};
export interface ChangeRow {
  label: string;
  before: string;
  after: string;
}
/** Only what differs. `accounts`: names of logins. */
export function changeRows(kind: ChangeKind, before: Terms, after: Terms, accounts: ReadonlyMap<number, string> = new Map()): ChangeRow[] {
  const said = (field: string, v: TermValue): string =>
    field === "account_id" ? (accounts.get(Number(v)) ?? "—") : (LABELS[field]?.text(v) ?? String(v));
  return CHANGE_FIELDS[kind]
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      label: LABELS[field]?.label ?? field,
      before: said(field, before[field] ?? null),
      after: said(field, after[field] ?? null),
    }));
}
export const rowsText = (rows: readonly ChangeRow[]): string => rows.map((r) => `${r.label} ${r.before} → ${r.after}`).join("；");

/** The last day a request of this kind may hold to; null: it holds to no day. */
export const lastDay = (kind: ChangeKind, today: string): string | null => {
  const days = kind === "credit_temp" || kind === "level" ? CHANGE_DAYS[kind] : null;
  return days === null ? null : new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
};
/** Why a request may not hold to that day; a temporary limit must name one. */
export function validToFault(kind: ChangeKind, valid_to: string | null, today: string): string | null {
  const last = lastDay(kind, today);
  if (last === null) return valid_to === null ? null : "这类变更没有有效期";
  if (valid_to === null) return kind === "credit_temp" ? "请选择有效至" : null;
  if (valid_to < today) return "有效至不能早于今天";
  return valid_to > last ? `有效至最晚 ${last}` : null;
}
