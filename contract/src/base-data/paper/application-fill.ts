/** What fills itself in a form: keys of questions that the passport or the order answers. No zod. */
import { mask, type Personal } from "../../kit/mask.ts";
import type { FormSection, Question } from "../../product/snapshot.ts";
import { canDefault, isBlank, questionsOf, visibleQuestions, type Answers } from "./application.rules.ts";

interface Fill {
  readonly label: string;
  readonly source: "passport" | "system";
  readonly personal?: Personal;
}
/** Known keys: a question of this source with this key is answered by the applicant's or the order's own data. */
export const FILLS = {
  surname: { label: "护照·姓（拼音）", source: "passport", personal: "latin" },
  given_name: { label: "护照·名（拼音）", source: "passport", personal: "latin" },
  name_cn: { label: "护照·中文姓名", source: "passport", personal: "name" },
  gender: { label: "护照·性别", source: "passport" },
  birth_date: { label: "护照·出生日期", source: "passport", personal: "birth" },
  birth_place: { label: "护照·出生地", source: "passport" },
  nationality: { label: "护照·国籍", source: "passport" },
  passport_no: { label: "护照·护照号", source: "passport", personal: "passport" },
  passport_issue_date: { label: "护照·签发日期", source: "passport" },
  passport_expiry_date: { label: "护照·有效期至", source: "passport" },
  passport_issue_place: { label: "护照·签发地", source: "passport" },
  id_card_no: { label: "身份证·号码", source: "passport", personal: "id_card" },
  arrival_date: { label: "订单·出行日期", source: "system" },
  leave_date: { label: "订单·返程日期", source: "system" },
  mobile: { label: "申请人·手机", source: "system", personal: "mobile" },
  email: { label: "申请人·邮箱", source: "system", personal: "email" },
  address: { label: "申请人·现住址", source: "system", personal: "address" },
  identity: { label: "申请人·身份", source: "system" },
  marital: { label: "申请人·婚姻状况", source: "system" },
  relation: { label: "申请人·与主申请人关系", source: "system" },
  refused_before: { label: "申请人·是否曾被拒签", source: "system" },
  refused_detail: { label: "申请人·拒签说明", source: "system" },
} as const satisfies Record<string, Fill>;
export type FillKey = keyof typeof FILLS;
/** What is known of one applicant; a missing or null fact fills nothing. */
export type FillFacts = Readonly<Partial<Record<FillKey, string | boolean | null>>>;

const fills: Readonly<Record<string, Fill>> = FILLS;
const isFillKey = (key: string): key is FillKey => Object.hasOwn(FILLS, key);
/** Where a question's answer comes from by itself, or null when somebody has to give it. */
export const fillOf = (q: Pick<Question, "key" | "source">): Fill | null => {
  const fill = Object.hasOwn(fills, q.key) ? fills[q.key] : undefined;
  return fill?.source === q.source ? fill : null;
};

/** The fact a question takes, when it fits the question's kind. */
function factFor(q: Question, facts: FillFacts): string | boolean | null {
  const fact = fillOf(q) && isFillKey(q.key) ? (facts[q.key] ?? null) : null;
  if (fact === null || fact === "") return null;
  if (q.kind === "bool") return typeof fact === "boolean" ? fact : null;
  const text = fact === true ? "是" : fact === false ? "否" : fact;
  // Personal data fills what is typed alone: a choice that fits would tell it, whatever is shown of it.
  if (fillOf(q)?.personal && q.kind !== "text" && q.kind !== "date") return null;
  if (q.kind === "single") return q.options.includes(text) ? text : null;
  return q.kind === "text" || q.kind === "date" || q.kind === "country" ? (q.upper ? text.toUpperCase() : text) : null;
}

const defaultOf = (q: Question): string | boolean | null =>
  !q.default || !canDefault(q) ? null : q.kind === "bool" ? q.default === "true" : q.default;

/** Answers that the applicant's and the order's own data give, by key. */
export const ownAnswers = (sections: readonly FormSection[], facts: FillFacts): Record<string, string | boolean> =>
  Object.fromEntries(
    questionsOf(sections).flatMap((q) => {
      const fact = factFor(q, facts);
      return fact === null ? [] : [[q.key, fact]];
    }),
  );

/** Answers, with what fills itself where nobody has answered. */
export const filledAnswers = (sections: readonly FormSection[], answers: Answers, facts: FillFacts): Record<string, unknown> => ({
  ...answers,
  ...Object.fromEntries(Object.entries(ownAnswers(sections, facts)).filter(([key]) => isBlank(answers[key]))),
});

/** What stands in a form before anybody has filled it. */
export const defaultAnswers = (sections: readonly FormSection[]): Record<string, string | boolean> =>
  Object.fromEntries(
    questionsOf(sections).flatMap((q) => {
      const usual = defaultOf(q);
      return usual === null ? [] : [[q.key, usual]];
    }),
  );

/** How a question came to its answer in a trial. */
export const TRIAL_STATES = {
  filled: "自动带出",
  answered: "历史答案",
  default: "默认值",
  missing: "缺失",
  blank: "未填",
  staff: "专员填写",
  hidden: "未显示",
} as const;
export type TrialState = keyof typeof TRIAL_STATES;
export interface TrialLine {
  key: string;
  state: TrialState;
  /** Masked, as it may be shown; null when there is none. */
  value: string | null;
}

const YES_NO = ["否", "是"] as const;
/** An answer as a trial shows it: choices as they are, everything typed only by its beginning. */
function shownValue(q: Question, value: unknown): string {
  if (typeof value === "boolean") return YES_NO[value ? 1 : 0];
  if (Array.isArray(value)) return q.kind === "group" ? `${value.length}行` : value.map(String).join("、");
  const text = typeof value === "string" ? value : "";
  if (q.kind === "single" || q.kind === "country") return text;
  if (q.kind === "file") return "已上传";
  const fill = fillOf(q);
  if (fill) return fill.personal ? mask(fill.personal, text) : text;
  return mask(q.kind === "date" ? "birth" : "latin", text);
}

const maskedFill = (q: Question, value: unknown): unknown => {
  const personal = fillOf(q)?.personal;
  return personal && typeof value === "string" ? mask(personal, value) : value;
};

/** Tries a form with one past applicant: question by question what fills itself, what he once answered, what is missing. */
export function trial(sections: readonly FormSection[], facts: FillFacts, answered: Answers): TrialLine[] {
  const own = ownAnswers(sections, facts);
  // Conditions see personal data as the reader of the trial does: masked.
  const seen = questionsOf(sections).flatMap((q) => (own[q.key] === undefined ? [] : [[q.key, maskedFill(q, own[q.key])] as const]));
  const values = { ...defaultAnswers(sections), ...answered, ...Object.fromEntries(seen) };
  const shown = new Set(visibleQuestions(sections, values).map((q) => q.key));
  return questionsOf(sections).map((q): TrialLine => {
    const { key } = q;
    if (!shown.has(key)) return { key, state: "hidden", value: null };
    if (own[key] !== undefined) return { key, state: "filled", value: shownValue(q, own[key]) };
    if (!isBlank(answered[key])) return { key, state: "answered", value: shownValue(q, answered[key]) };
    const usual = defaultOf(q);
    if (usual !== null) return { key, state: "default", value: typeof usual === "boolean" ? YES_NO[usual ? 1 : 0] : usual };
    return { key, state: q.source === "staff" ? "staff" : q.required ? "missing" : "blank", value: null };
  });
}

/** The questions that fill themselves, as an order shows them. */
export const selfFilled = (sections: readonly FormSection[], facts: FillFacts): { key: string; value: string }[] =>
  trial(sections, facts, {}).flatMap(({ key, state, value }) => (state === "filled" && value !== null ? [{ key, value }] : []));
