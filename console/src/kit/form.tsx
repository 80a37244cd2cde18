/** The form core: an endpoint's input shape as fields, checks by F1/F2, server issues on their fields, 409 as a merge. */
import { Form, type FormInstance } from "antd";
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { lockedFields, lockedWords } from "@visadesk/contract/kit/field-may.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useId, useRef, useState, type ReactNode } from "react";
import { ApiError } from "./api.ts";
import { ask, faultOf } from "./ask.ts";
import { toast } from "./feedback.ts";
import { pathOf, type Zod } from "./field-kinds.ts";
import { judge, type Values } from "./form-rules.ts";
import { DrawingContext, ScopeContext } from "./form-scope.ts";
import { uuid } from "./hash.ts";
import { drawing } from "./item-view.tsx";
import { merge, type Clash } from "./merge.ts";
import { MergeView, type Say } from "./merge-view.tsx";
import { session } from "./session.ts";
import "./form.css";
import "./kit.css";

export { useFormScope } from "./form-scope.ts";

export type SubmitKind = "code" | "native";

export interface KitForm<E extends Endpoint> {
  endpoint: E;
  form: FormInstance;
  id: string;
  initial: Values;
  /** Fields that are shown and not taken: their own right is missing. */
  locked: readonly string[];
  busy: boolean;
  /** Why the last try failed, beside the toast. */
  refusal: string | null;
  /** False: the check failed and nothing was sent. */
  submit: (kind: SubmitKind) => Promise<boolean>;
  merging: { clashes: Clash[]; shape: Readonly<Record<string, Zod>>; resolve: (chosen: Values) => void; cancel: () => void } | null;
}

interface Options<E extends Endpoint> {
  endpoint: E;
  initial: Values;
  onDone: (answer: Output<E>) => void;
  /** Asked with the checked body before it is sent; false keeps the form as it is. */
  review?: ((body: Values) => Promise<boolean>) | undefined;
  /** Handles a refusal itself, such as one that asks for a confirmation; true: nothing more is said. */
  onRefused?: (error: ApiError) => boolean;
}

interface Issue {
  path: string;
  message: string;
}

const currentOf = (error: unknown): Values | null => {
  const current = error instanceof ApiError && error.status === 409 ? error.body["current"] : undefined;
  return typeof current === "object" && current !== null ? (current as Values) : null;
};

function focusField(formId: string, name: string): void {
  const id = `${formId}_${pathOf(name).join("_")}`;
  const el =
    document.getElementById(id) ?? document.querySelector(`[data-field="${CSS.escape(id)}"] :is(input, textarea, button, [tabindex])`);
  if (el instanceof HTMLElement) {
    el.scrollIntoView?.({ block: "center" });
    el.focus();
  }
}

/** Puts messages on their fields; answers those that have none on screen. */
function setIssues(form: FormInstance, formId: string, issues: readonly Issue[]): Issue[] {
  const shown = form.getFieldsError().map((f) => ({ name: f.name, key: f.name.join(".") }));
  const homeless: Issue[] = [];
  const byKey = new Map<string, string>();
  for (const issue of issues) {
    const home = shown.find((f) => f.key === issue.path) ?? shown.find((f) => issue.path.startsWith(`${f.key}.`));
    if (!home) homeless.push(issue);
    else if (!byKey.has(home.key)) byKey.set(home.key, issue.message);
  }
  form.setFields(shown.filter((f) => byKey.has(f.key)).map((f) => ({ name: f.name, errors: [byKey.get(f.key) as string] })));
  const first = shown.find((f) => byKey.has(f.key));
  if (first) setTimeout(() => focusField(formId, first.key));
  return homeless;
}

/** First wrong field on screen, after the fields judged themselves. */
async function checkFields(form: FormInstance): Promise<Issue | null> {
  try {
    await form.validateFields();
    return null;
  } catch {
    const wrong = form.getFieldsError().find((f) => f.errors.length > 0);
    return wrong
      ? { path: wrong.name.join("."), message: wrong.errors[0] ?? TEXTS.form_invalid }
      : { path: "", message: TEXTS.form_invalid };
  }
}

/** F2: a check by code says 请检查标红字段, a native submit the first message; focus goes to the first wrong field. */
async function passes(form: FormInstance, formId: string, kind: SubmitKind): Promise<boolean> {
  const wrong = await checkFields(form);
  if (!wrong) return true;
  toast.error(kind === "code" ? TEXTS.form_invalid : wrong.message);
  focusField(formId, wrong.path);
  return false;
}

/** Says why a save failed, at the fields it names and as a toast; answers the sentence for the form's foot. */
function tellFailure(error: unknown, form: FormInstance, formId: string): string | null {
  if (error instanceof ApiError && (error.aborted || error.status === 401 || error.status === 426)) return null;
  const { msg, request_id } = faultOf(error);
  if (error instanceof ApiError && error.issues.length) setIssues(form, formId, error.issues);
  toast.error(msg, request_id ? { request_id } : undefined);
  return msg;
}

/** State of one form over an endpoint. One idempotency key lives from opening to success. */
export function useKitForm<E extends Endpoint>({ endpoint, initial, onDone, review, onRefused }: Options<E>): KitForm<E> {
  const [form] = Form.useForm();
  const locked = lockedFields(
    endpoint,
    session.use((s) => s.codes),
  );
  const id = `f${useId().replace(/[^a-zA-Z0-9]/g, "")}`;
  const key = useRef(uuid());
  const base = useRef(initial);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [clashes, setClashes] = useState<Clash[] | null>(null);

  const send = async (): Promise<boolean> => {
    const values = form.getFieldsValue() as Values;
    const { body, issues } = judge(endpoint, base.current, values, key.current, locked);
    if (issues.length) {
      const homeless = setIssues(form, id, issues);
      toast.error(homeless.length === issues.length ? (homeless[0]?.message ?? TEXTS.form_invalid) : TEXTS.form_invalid);
      return false;
    }
    if (review && !(await review(body))) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await ask(endpoint, body as never, { noToast: true });
      key.current = uuid();
      onDone(answer);
    } catch (error) {
      await failed(error, values);
    } finally {
      setBusy(false);
    }
    return true;
  };

  const failed = async (error: unknown, values: Values): Promise<void> => {
    const current = currentOf(error);
    if (current) return takeOver(current, values);
    if (error instanceof ApiError && onRefused?.(error)) return;
    setRefusal(tellFailure(error, form, id));
  };

  const takeOver = async (current: Values, values: Values): Promise<void> => {
    const merged = merge(base.current, current, values);
    base.current = { ...base.current, ...pickKnown(endpoint, current) };
    key.current = uuid();
    form.setFieldsValue(merged.values);
    if (merged.clashes.length) setClashes(merged.clashes);
    else await send();
  };

  const submit = async (kind: SubmitKind): Promise<boolean> => ((await passes(form, id, kind)) ? send() : false);
  const merging = clashes && {
    clashes,
    shape: shapeOf(endpoint.input),
    resolve: (chosen: Values) => {
      form.setFieldsValue(chosen);
      setClashes(null);
      void send();
    },
    cancel: () => setClashes(null),
  };
  return { endpoint, form, id, initial, locked, busy, refusal, submit, merging };
}

const pickKnown = (endpoint: Endpoint, row: Values): Values => {
  const shape = shapeOf(endpoint.input);
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in shape));
};

export interface KitFormViewProps<E extends Endpoint> {
  kit: KitForm<E>;
  children: ReactNode;
  onValues?: (values: Values) => void;
  say?: Say;
}

/** Draws the form around its items. */
export function KitFormView<E extends Endpoint>({ kit, children, onValues, say }: KitFormViewProps<E>) {
  return (
    <DrawingContext value={drawing}>
      <ScopeContext value={kit}>
        <Form
          form={kit.form}
          name={kit.id}
          layout="vertical"
          requiredMark
          initialValues={kit.initial}
          className="vd-form"
          disabled={kit.busy}
          scrollToFirstError={false}
          onFinish={() => void kit.submit("native")}
          onFinishFailed={() => void kit.submit("native")}
          {...(onValues && { onValuesChange: (_: unknown, all: Values) => onValues(all) })}
        >
          {kit.locked.length > 0 && <p className="vd-muted">{lockedWords(kit.endpoint, kit.locked)}</p>}
          {children}
          {kit.refusal && (
            <p className="vd-refusal" role="alert">
              {kit.refusal}
            </p>
          )}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </Form>
        {kit.merging && (
          <MergeView
            clashes={kit.merging.clashes}
            shape={kit.merging.shape}
            {...(say && { say })}
            onDone={kit.merging.resolve}
            onCancel={kit.merging.cancel}
          />
        )}
      </ScopeContext>
    </DrawingContext>
  );
}
