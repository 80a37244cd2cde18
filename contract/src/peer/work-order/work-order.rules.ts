/** Which configuration holds, what a form takes and how much of a limit is left. Minutes are working minutes. */
import { isDay } from "../../kit/day.ts";
import { isFileKey } from "../../kit/field.ts";
import type { LevelCode } from "../level/level.words.ts";
import { FIELDS_MAX, type AnswerKind, type ConfigScope } from "./work-order.words.ts";

export interface ScopedConfig {
  id: number;
  code: string;
  config_status: "draft" | "live" | "retired";
  scope: ConfigScope;
  /** Level codes, numbers of groups or of peers as text. */
  scope_ids: readonly string[];
}
export interface ScopeFacts {
  peer_id: number;
  service_group_id: number | null;
  level_id: LevelCode;
}
const SPECIFIC: readonly ConfigScope[] = ["peer", "group", "level", "all"];
const holds = (c: ScopedConfig, f: ScopeFacts): boolean =>
  ({
    peer: c.scope_ids.includes(String(f.peer_id)),
    group: f.service_group_id !== null && c.scope_ids.includes(String(f.service_group_id)),
    level: c.scope_ids.includes(f.level_id),
    all: true,
  })[c.scope];
/** The live configuration of a code for a peer: the most specific one. */
export const chooseConfig = <C extends ScopedConfig>(configs: readonly C[], code: string, f: ScopeFacts): C | null =>
  configs
    .filter((c) => c.code === code && c.config_status === "live" && holds(c, f))
    .reduce<C | null>((best, c) => (best === null || SPECIFIC.indexOf(c.scope) < SPECIFIC.indexOf(best.scope) ? c : best), null);

/** A limit for the level of a peer, whole minutes, at least one. */
export const limitFor = (minutes: number, sla_percent: number): number => Math.max(1, Math.ceil((minutes * sla_percent) / 100));

export interface EscalateStep {
  at_percent: number;
}
/** Steps that are due and were not taken yet, by their place. */
export const stepsDue = (steps: readonly EscalateStep[], used: number, limit: number, taken: readonly number[]): number[] =>
  steps.flatMap((s, i) => (used * 100 >= s.at_percent * limit && !taken.includes(i) ? [i] : []));

export interface FormField {
  key: string;
  label: string;
  kind: AnswerKind;
  required: boolean;
  options: readonly string[];
}
/** Why a form cannot be published; null when it can. */
export function formFault(fields: readonly FormField[]): string | null {
  if (fields.length > FIELDS_MAX) return `表单最多${FIELDS_MAX}个字段`;
  if (new Set(fields.map((f) => f.key)).size < fields.length) return "字段标识不能重复";
  const bare = fields.find((f) => f.kind === "choice" && new Set(f.options).size < 2);
  return bare ? `「${bare.label}」至少需要两个不同的选项` : null;
}

const isBlank = (v: unknown): boolean =>
  v === undefined || v === null || (typeof v === "string" && v.trim() === "") || (Array.isArray(v) && v.length === 0);
const isPositive = (v: unknown): boolean => Number.isSafeInteger(v) && Number(v) > 0;
const isText = (v: unknown, max: number): boolean => typeof v === "string" && [...v].length <= max;
const FITS: Readonly<Record<AnswerKind, (v: unknown, f: FormField) => boolean>> = {
  text: (v) => isText(v, 200),
  long_text: (v) => isText(v, 2000),
  choice: (v, f) => typeof v === "string" && f.options.includes(v),
  date: (v) => typeof v === "string" && isDay(v),
  money: (v) => Number.isSafeInteger(v) && Number(v) >= 0,
  files: (v) => Array.isArray(v) && v.length <= 9 && v.every(isFileKey),
  order: isPositive,
  applicant: isPositive,
};
/** The first answer that does not fit the form, named by its label; null when all do. */
export function answersFault(
  fields: readonly FormField[],
  answers: Readonly<Record<string, unknown>>,
): { key: string; text: string } | null {
  for (const f of fields) {
    // A key may be called as what every object has.
    const v = Object.hasOwn(answers, f.key) ? answers[f.key] : undefined;
    if (isBlank(v)) {
      if (f.required) return { key: f.key, text: `请填写${f.label}` };
    } else if (!FITS[f.kind](v, f)) return { key: f.key, text: `${f.label}格式不正确` };
  }
  const unknown = Object.keys(answers).find((key) => !fields.some((f) => f.key === key));
  return unknown === undefined ? null : { key: unknown, text: "表单已更新，请刷新后再填" };
}
