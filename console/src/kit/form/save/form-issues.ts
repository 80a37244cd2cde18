/** Red sentences of a form: put at their fields, taken away as soon as the field is right, the first one in focus. */
import type { FormInstance } from "antd";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { toast } from "../../app/feedback.ts";
import { inputMeta, pathOf, typeAt, type Zod } from "../field-kinds.ts";
import type { Values } from "./form-rules.ts";

export type SubmitKind = "code" | "native";

export interface Issue {
  path: string;
  message: string;
}

type FieldName = readonly (string | number)[];
function elementOf(formId: string, name: FieldName): Element | null {
  const id = `${formId}_${name.join("_")}`;
  return document.getElementById(id) ?? document.querySelector(`[data-field="${CSS.escape(id)}"] :is(input, textarea, button, [tabindex])`);
}
/** By where it stands: a form names lists and fields drawn later in another order. One that nothing shows comes last. */
function firstOnScreen<F extends { name: FieldName }>(formId: string, fields: readonly F[]): F | undefined {
  const at = new Map(fields.map((f) => [f, elementOf(formId, f.name)]));
  return fields.toSorted((a, b) => {
    const [x, y] = [at.get(a), at.get(b)];
    if (!x || !y) return Number(!x) - Number(!y);
    return x.compareDocumentPosition(y) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  })[0];
}
function focusField(formId: string, name: string): void {
  const el = elementOf(formId, pathOf(name));
  if (el instanceof HTMLElement) {
    el.scrollIntoView?.({ block: "center" });
    el.focus();
  }
}

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

/** Puts messages on their fields; answers those that have none on screen. */
export function setIssues(form: FormInstance, formId: string, issues: readonly Issue[]): Issue[] {
  const shown = form.getFieldsError().map((f) => ({ name: f.name, key: f.name.join(".") }));
  const homeless: Issue[] = [];
  const byKey = new Map<string, string>();
  for (const issue of issues) {
    const home =
      shown.find((f) => f.key === issue.path) ??
      shown.find((f) => isWithin(issue.path, f.key)) ??
      (issue.path ? shown.find((f) => isWithin(f.key, issue.path)) : undefined);
    if (!home) homeless.push(issue);
    else if (!byKey.has(home.key)) byKey.set(home.key, issue.message);
  }
  form.setFields(shown.filter((f) => byKey.has(f.key)).map((f) => ({ name: f.name, errors: [byKey.get(f.key) as string] })));
  const first = firstOnScreen(
    formId,
    shown.filter((f) => byKey.has(f.key)),
  );
  if (first) setTimeout(() => focusField(formId, first.key));
  return homeless;
}

/** Kinds whose values are measured against each other: a day against a day, an amount against an amount. */
const MEASURED: ReadonlySet<string> = new Set(["date", "time", "int", "number", "money"]);
const measureAt = (type: Zod, path: readonly (string | number)[]): string | null => {
  const at = typeAt(type, path);
  const kind = at && inputMeta(at)?.kind;
  return kind !== undefined && MEASURED.has(kind) ? kind : null;
};
function* leaves(at: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof at !== "object" || at === null) return yield path;
  for (const [step, inner] of Object.entries(at)) yield* leaves(inner, [...path, step]);
}

/**
 * A red sentence leaves, or says what is wrong now, as soon as its field is typed in, or one that it may have been
 * measured against: that an end lies before its start is told at the end and mended at either.
 */
export function judgeAgain(form: FormInstance, input: Zod, changed: Values): void {
  const red = form.getFieldsError().filter((f) => f.errors.length > 0);
  if (red.length === 0) return;
  const measures = new Set([...leaves(changed)].map((path) => measureAt(input, path)).filter((kind) => kind !== null));
  const isTouched = (name: readonly (string | number)[]): boolean => {
    const measure = measureAt(input, name);
    return hasPath(changed, name) || (measure !== null && measures.has(measure));
  };
  const names = red.map((f) => f.name).filter(isTouched);
  if (names.length > 0) form.validateFields(names).catch(() => undefined);
}
const hasPath = (at: unknown, path: readonly (string | number)[]): boolean => {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  return typeof at === "object" && at !== null && step in at && hasPath((at as Values)[String(step)], rest);
};

/** First wrong field on screen, after the fields judged themselves. */
async function checkFields(form: FormInstance, formId: string): Promise<Issue | null> {
  try {
    await form.validateFields();
    return null;
  } catch (refused) {
    // Another check began meanwhile, of a field that was typed in; only the newest says how the form stands.
    if ((refused as { outOfDate?: boolean }).outOfDate) return checkFields(form, formId);
    const wrong = firstOnScreen(
      formId,
      form.getFieldsError().filter((f) => f.errors.length > 0),
    );
    return wrong
      ? { path: wrong.name.join("."), message: wrong.errors[0] ?? TEXTS.form_invalid }
      : { path: "", message: TEXTS.form_invalid };
  }
}

/** F2: a check by code says 请检查标红字段, a native submit the first message; focus goes to the first wrong field. */
export async function passes(form: FormInstance, formId: string, kind: SubmitKind): Promise<boolean> {
  const wrong = await checkFields(form, formId);
  if (!wrong) return true;
  toast.error(kind === "code" ? TEXTS.form_invalid : wrong.message);
  focusField(formId, wrong.path);
  return false;
}
