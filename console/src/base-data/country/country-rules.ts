/** Rules of a country that reach orders, and how a change of one reads. */
import { VISA_POLICIES } from "@visadesk/contract/base-data/base-data.ts";
import type { Values } from "#kit/form/save/form-rules.ts";
import type { Country } from "./country-cells.tsx";

export interface RuleChange {
  label: string;
  before: string;
  after: string;
}

const policyOf = (v: unknown): string => Object.entries(VISA_POLICIES).find(([k]) => k === v)?.[1] ?? String(v);
const RULES: readonly { name: "visa_policy" | "passport_months" | "blank_pages"; label: string; text: (v: unknown) => string }[] = [
  { name: "visa_policy", label: "签证政策", text: policyOf },
  { name: "passport_months", label: "护照有效期", text: (v) => `${String(v)}个月` },
  { name: "blank_pages", label: "空白页", text: (v) => `${String(v)}页` },
];

/** Rules that a save would change; empty when none does. */
export const changedRules = (country: Country, body: Values): RuleChange[] =>
  RULES.filter(({ name }) => body[name] !== undefined && body[name] !== country[name]).map(({ name, label, text }) => ({
    label,
    before: text(country[name]),
    after: text(body[name]),
  }));
