/** The form core: an endpoint's input shape as fields, checks by F1/F2, server issues on their fields, 409 as a merge. */
import { Form, type FormInstance } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { lockedFields, lockedWords } from "@visadesk/contract/kit/field-may.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Zod } from "./field-kinds.ts";
import { judgeAgain, passes, type SubmitKind } from "./save/form-issues.ts";
import type { Values } from "./save/form-rules.ts";
import { useSave, type SaveOptions } from "./save/form-save.ts";
import { DrawingContext, ScopeContext } from "./form-scope.ts";
import { drawing } from "../page/item-view.tsx";
import type { Clash } from "./save/merge.ts";
import { MergeView, type Say } from "./save/merge-view.tsx";
import { session } from "../app/session.ts";
import "./form.css";
import "../kit.css";

export { useFormScope } from "./form-scope.ts";

export interface KitForm<E extends Endpoint> {
  endpoint: E;
  form: FormInstance;
  id: string;
  initial: Values;
  /** Stands in the form as if typed. */
  typed: Values;
  /** Fields that are shown and not taken: their own right is missing. */
  locked: readonly string[];
  busy: boolean;
  /** Why the last try failed, beside the toast. */
  refusal: string | null;
  /** What was refused as a whole is not what stands there any more. */
  forget: () => void;
  /** False: nothing was sent, or what was sent was refused. */
  submit: (kind: SubmitKind) => Promise<boolean>;
  merging: { clashes: Clash[]; shape: Readonly<Record<string, Zod>>; resolve: (chosen: Values) => void; cancel: () => void } | null;
}

/** State of one form over an endpoint. One idempotency key lives from opening to success. */
export function useKitForm<E extends Endpoint>(options: SaveOptions<E>): KitForm<E> {
  const { endpoint, initial } = options;
  const [typed] = useState<Values>(() => options.typed ?? {});
  const [form] = Form.useForm();
  const locked = lockedFields(
    endpoint,
    session.use((s) => s.codes),
  );
  const id = `f${useId().replace(/[^a-zA-Z0-9]/g, "")}`;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [clashes, setClashes] = useState<Clash[] | null>(null);
  const { busy, unchanged, send } = useSave(options, { form, id, locked, setRefusal, setClashes });
  const running = useRef(false);
  /** However often it is pressed: one check and one request at a time. */
  const once = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    try {
      return await work();
    } finally {
      running.current = false;
    }
  };
  const submit = (kind: SubmitKind): Promise<boolean> => once(async () => !unchanged() && (await passes(form, id, kind)) && send());
  const merging = clashes && {
    clashes,
    shape: shapeOf(endpoint.input),
    resolve: (chosen: Values) => {
      form.setFieldsValue(chosen);
      setClashes(null);
      void once(send);
    },
    cancel: () => setClashes(null),
  };
  return { endpoint, form, id, initial, typed, locked, busy, refusal, forget: () => setRefusal(null), submit, merging };
}

export interface KitFormViewProps<E extends Endpoint> {
  kit: KitForm<E>;
  children: ReactNode;
  onValues?: (values: Values) => void;
  say?: Say;
  /** What Ctrl/⌘ Enter presses; null: the act needs its button. */
  onKey?: (() => void) | null;
  /** Enter presses it too where no list is open under it, as at a counter. */
  quick?: boolean | undefined;
}

const isPlain = (at: EventTarget): boolean => at instanceof HTMLInputElement && at.getAttribute("role") !== "combobox";
/** Enter belongs to the field it is pressed in, a picker's list for one; it never submits by itself. */
const submitKeys =
  (submit: (() => void) | null, quick: boolean) =>
  (e: KeyboardEvent<HTMLElement>): void => {
    if (e.key !== "Enter" || e.nativeEvent.isComposing) return;
    const isChord = e.metaKey || e.ctrlKey;
    if (isChord || e.target instanceof HTMLInputElement) e.preventDefault();
    if (isChord || (quick && isPlain(e.target))) submit?.();
  };

/** Draws the form around its items. */
export function KitFormView<E extends Endpoint>({ kit, children, onValues, say, onKey, quick = false }: KitFormViewProps<E>) {
  const onChange = (changed: Values, all: Values): void => {
    judgeAgain(kit.form, kit.endpoint.input, changed);
    kit.forget();
    onValues?.(all);
  };
  return (
    <DrawingContext value={drawing}>
      <ScopeContext value={kit}>
        <Form
          form={kit.form}
          name={kit.id}
          data-form={kit.endpoint.name}
          layout="vertical"
          requiredMark
          initialValues={{ ...kit.initial, ...kit.typed }}
          className="vd-form"
          disabled={kit.busy}
          scrollToFirstError={false}
          onFinish={() => void kit.submit("native")}
          onFinishFailed={() => void kit.submit("native")}
          onValuesChange={onChange}
          onKeyDown={submitKeys(onKey === undefined ? () => void kit.submit("code") : onKey, quick)}
        >
          {kit.locked.length > 0 && <p className="vd-muted">{lockedWords(kit.endpoint, kit.locked)}</p>}
          {children}
          {kit.refusal && (
            <p className="vd-note vd-error vd-tone-red vd-wrap vd-refusal" role="alert">
              {kit.refusal}
            </p>
          )}
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
