/** Decisions about policies that need no database. */
import {
  INSURANCE_REGIONS,
  coverText,
  type InsuranceRegion,
  type MedicalCurrency,
} from "@visadesk/contract/product/price/insurance.rules.ts";
import { POLICY_NO, COVER_SOON_DAYS, type PolicyKind } from "@visadesk/contract/finance/insurance/policy.words.ts";
import { yuan } from "@visadesk/contract/kit/format.ts";

/** What was sold, as the policy keeps it. */
export interface PolicyTerms {
  surrender?: "before_start" | "none";
  region?: InsuranceRegion;
  medical_currency?: MedicalCurrency;
  medical_cover?: number;
  sum_insured?: number;
}
export function termLines(t: PolicyTerms): { label: string; text: string }[] {
  return [
    ...(t.region ? [{ label: "保障地区", text: INSURANCE_REGIONS[t.region] }] : []),
    ...(t.medical_currency && t.medical_cover !== undefined
      ? [{ label: "医疗保额", text: coverText({ medical_currency: t.medical_currency, medical_cover: t.medical_cover }) }]
      : []),
    ...(t.sum_insured ? [{ label: "总保额", text: `¥${yuan(t.sum_insured)}` }] : []),
    ...(t.surrender ? [{ label: "退保规则", text: t.surrender === "none" ? "不可退" : "生效前全退" }] : []),
  ];
}

/** Numbers are typed by people: the same one however its letters stand. */
export const policyNoOf = (typed: string): string => typed.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();
export const policyNoFault = (no: string): string | null => (POLICY_NO.test(no) ? null : "保单号应为6-40位字母、数字或 - /");

interface Span {
  start_on: string;
  end_on: string;
}
/** Why the days of a policy are wrong, or null. A refusal insurance covers the application: the journey does not bind it. */
export function spanFault(
  kind: PolicyKind,
  { start_on, end_on }: Span,
  trip: { travel_date: string | null; return_date: string | null },
): { path: "start_on" | "end_on"; message: string } | null {
  if (end_on < start_on) return { path: "end_on", message: "止保日不能早于起保日" };
  if (kind !== "travel") return null;
  const { travel_date, return_date } = trip;
  const last = return_date ?? travel_date;
  const days = `（${travel_date ?? ""} 至 ${return_date ?? ""}）`;
  if (travel_date !== null && start_on > travel_date) return { path: "start_on", message: `保障期须覆盖行程${days}` };
  if (last !== null && end_on < last) return { path: "end_on", message: `保障期须覆盖行程${days}` };
  return null;
}

const DAY_MS = 86_400_000;
/** The last day on which cover that begins is soon. */
export const soonUntil = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + COVER_SOON_DAYS * DAY_MS).toISOString().slice(0, 10);
