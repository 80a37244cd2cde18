/** The way of a save: judged against what the form was opened with, reviewed, sent, and on 409 laid beside what is stored now. */
import type { FormInstance } from "antd";
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useRef, useState } from "react";
import { ApiError } from "../../app/api.ts";
import { ask, faultOf } from "../../act/ask.ts";
import { useAfterWrite } from "../../act/after-write.ts";
import { toast } from "../../app/feedback.ts";
import { setIssues, type Issue } from "./form-issues.ts";
import { changesNothing, judge, openedNames, type Values } from "./form-rules.ts";
import { uuid } from "../../app/hash.ts";
import { merge, type Clash } from "./merge.ts";

export interface SaveOptions<E extends Endpoint> {
  endpoint: E;
  /** What the record held when the form was opened, with its version. */
  initial: Values;
  /** Values brought along from elsewhere: they stand there as if typed. */
  typed?: Values | undefined;
  onDone: (answer: Output<E>) => void;
  /** Asked with the checked body (of an update the changed fields) before it is sent; false keeps the form as it is, what it throws is told as of a save. */
  review?: ((body: Values) => Promise<boolean>) | undefined;
  /** Handles a refusal itself, such as one that asks for a confirmation; true: nothing more is said. */
  onRefused?: (error: ApiError) => boolean;
  /** A save that would change nothing sends nothing; a dialog closes. */
  onUnchanged?: (() => void) | undefined;
}

const currentOf = (error: unknown): Values | null => {
  const current = error instanceof ApiError && error.status === 409 ? error.body["current"] : undefined;
  return typeof current === "object" && current !== null ? (current as Values) : null;
};

const pickKnown = (endpoint: Endpoint, row: Values): Values => {
  const shape = shapeOf(endpoint.input);
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in shape));
};

/** No answer came: what was typed is kept, and whether it was stored is not known unless the line itself is down. */
const unansweredText = (): string =>
  navigator.onLine
    ? "服务器没有答复，还不能确定是否已保存；填写的内容还在，请稍后再次提交"
    : "网络已断开，没有保存；填写的内容还在，恢复后再次提交即可";

/** Says why a save failed: at the fields it names, else as a toast; answers the sentence for the form's foot. */
function tellFailure(error: unknown, form: FormInstance, formId: string): string | null {
  if (error instanceof ApiError && (error.aborted || error.status === 401 || error.status === 426)) return null;
  const fault = faultOf(error);
  const msg = error instanceof ApiError && error.status === 0 ? unansweredText() : fault.msg;
  const issues = error instanceof ApiError ? error.issues : [];
  const homeless = setIssues(form, formId, issues);
  // What stands at its field is not said twice.
  if (homeless.length === 0 && issues.some((i) => i.message === msg)) return null;
  toast.error(msg, fault.request_id ? { request_id: fault.request_id } : undefined);
  if (issues.length === 0) return msg;
  return homeless.length === 0 ? null : [...new Set(homeless.map((i) => i.message))].join("\n");
}

/** What is wrong stands at its fields; as a toast where no field has it. */
function tellIssues(form: FormInstance, formId: string, issues: readonly Issue[]): false {
  const homeless = setIssues(form, formId, issues);
  toast.error(homeless.length === issues.length ? (homeless[0]?.message ?? TEXTS.form_invalid) : TEXTS.form_invalid);
  return false;
}

const LOOK_AGAIN = "填写的内容还在，请核对现在的内容后再次提交";
/** Of an act, which has nothing to merge: what stands now, where the server says it. */
const movedMeanwhile = (said: string): string =>
  said === TEXTS.conflict ? `打开之后有人改过这条记录，${LOOK_AGAIN}` : `${said}；${LOOK_AGAIN}`;
const CANNOT_COMPARE = "打开之后有人改过这条记录，不能与现在的内容合并，请重新打开后再改";

const isEdit = (endpoint: Endpoint): boolean => endpoint.kind === "write" && /_(update|save)$/.test(endpoint.name);
/** What stands behind the form is no longer so; an edit lays what is stored now beside its own. */
const isMoved = (endpoint: Endpoint, error: unknown): boolean =>
  error instanceof ApiError && (error.code === "state_changed" || (error.status === 409 && !isEdit(endpoint)));

type Settled = { values: Values; clashes: Clash[]; refusal: string | null; adopted: Values | null };

/**
 * A 409: what only one side changed comes together by itself, what both did is asked. Where the answer does not tell
 * what is stored now, nothing goes out by itself: an act asks to be pressed again, an edit to be opened again.
 */
function settle(endpoint: Endpoint, base: Values, current: Values, values: Values, sent: Values, said: string): Settled {
  const opened = openedNames(base, sent);
  const adopted = { ...base, ...pickKnown(endpoint, current) };
  if (!isEdit(endpoint) || opened.length === 0) return { values, clashes: [], refusal: movedMeanwhile(said), adopted };
  if (opened.some((name) => !(name in current))) return { values, clashes: [], refusal: CANNOT_COMPARE, adopted: null };
  return { ...merge(base, current, values), refusal: null, adopted };
}

interface Saving {
  form: FormInstance;
  id: string;
  locked: readonly string[];
  setRefusal: (said: string | null) => void;
  setClashes: (clashes: Clash[]) => void;
}

/** What a review is refused with stands at its fields like what the form judged itself. */
function tellReview(error: unknown, { form, id, setRefusal }: Saving): false {
  const issues = error instanceof ApiError ? error.issues : [];
  if (issues.length > 0) return tellIssues(form, id, issues);
  setRefusal(tellFailure(error, form, id));
  return false;
}

export function useSave<E extends Endpoint>({ endpoint, initial, onDone, review, onRefused, onUnchanged }: SaveOptions<E>, shown: Saving) {
  const { form, id, locked, setRefusal, setClashes } = shown;
  const key = useRef(uuid());
  const base = useRef(initial);
  const [busy, setBusy] = useState(false);
  const afterWrite = useAfterWrite();

  /** Said before any field is judged: what is not changed needs no reason. One typed without a change is kept in sight. */
  const unchanged = (): boolean => {
    const { body } = judge(endpoint, base.current, form.getFieldsValue() as Values, key.current, locked);
    if (!changesNothing(endpoint, base.current, body)) return false;
    toast.info("没有改动");
    if (!("reason" in body)) onUnchanged?.();
    return true;
  };

  /** False: it was refused or not sent, and may be pressed again at once. */
  const send = async (): Promise<boolean> => {
    if (unchanged()) return false;
    const values = form.getFieldsValue() as Values;
    const { body, issues } = judge(endpoint, base.current, values, key.current, locked);
    if (issues.length) return tellIssues(form, id, issues);
    if (review && !(await review(body).catch((error: unknown) => tellReview(error, shown)))) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await ask(endpoint, body as never, { noToast: true });
      key.current = uuid();
      onDone(answer);
      return true;
    } catch (error) {
      return await failed(error, values, body);
    } finally {
      setBusy(false);
    }
  };

  const failed = async (error: unknown, values: Values, sent: Values): Promise<boolean> => {
    if (isMoved(endpoint, error)) afterWrite();
    const current = currentOf(error);
    if (current) return takeOver(current, values, sent, faultOf(error).msg);
    if (error instanceof ApiError && onRefused?.(error)) return false;
    setRefusal(tellFailure(error, form, id));
    return false;
  };

  const takeOver = async (current: Values, values: Values, sent: Values, said: string): Promise<boolean> => {
    const settled = settle(endpoint, base.current, current, values, sent, said);
    key.current = uuid();
    if (settled.adopted) base.current = settled.adopted;
    if (settled.refusal !== null) toast.error(settled.refusal);
    setRefusal(settled.refusal);
    if (settled.refusal === null) form.setFieldsValue(settled.values);
    if (settled.clashes.length > 0) setClashes(settled.clashes);
    return settled.refusal === null && settled.clashes.length === 0 && send();
  };
  return { busy, unchanged, send };
}
