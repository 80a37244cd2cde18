/**
 * A form on a page of its own: sections, save bar with what will change, draft, leave guard, merge on 409.
 *   <FormScreen endpoint={roleApi.role_update} title="编辑角色" initial={role} draft={`role-${role.id}`} onDone={…}>
 *     <FormSection title="基本信息"><Item name="name" /></FormSection>
 *   </FormScreen>
 */
import { Button, type FormInstance } from "antd";
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { ApiError } from "../app/api.ts";
import { AllItems } from "../list/all-items.tsx";
import { useActGate } from "../act/act-gate.ts";
import { useAfterWrite } from "../act/after-write.ts";
import { DraftOffer } from "./save/draft-offer.tsx";
import { useDraft } from "./save/draft.ts";
import { inputMeta } from "./field-kinds.ts";
import { inItsPlace } from "../filter/use-url.ts";
import { KitFormView, useKitForm } from "./form.tsx";
import { changedNames, type Values } from "./save/form-rules.ts";
import { useKeys } from "../app/keyboard.ts";
import { LogButton } from "../page/log-button.tsx";
import { DRAFT_KEPT } from "./save/kept.tsx";
import { LeaveGuard } from "./save/leave-guard.tsx";
import { merge, type Clash } from "./save/merge.ts";
import { MergeView, type Say } from "./save/merge-view.tsx";
import { PresenceLine } from "../page/presence.tsx";

export interface FormScreenProps<E extends Endpoint> {
  endpoint: E;
  title: ReactNode;
  /** Start values: the record's, with id and version when it exists. */
  initial?: object;
  /** Values brought along from elsewhere: they stand there as if typed, not saved. */
  typed?: Values;
  /** Key of the draft, unique per record; absent: no draft. */
  draft?: string;
  /** What of the changed values a draft keeps; absent: all. */
  draftOf?: (values: Values) => Values;
  presence?: { noun: PresenceNoun; id: number };
  /** The record whose log is at hand, where it is not the one of `presence`. */
  log?: { noun: RecordNoun; id: number | string };
  saveText?: string;
  /** Titles of the sections, drawn as an outline at the right; or what stands there in its place. */
  outline?: readonly string[] | ((form: FormInstance) => ReactNode);
  /** How a value of the form's own kind reads where two people's changes are put side by side. */
  say?: Say;
  children?: ReactNode;
  /** Shows what saving will do; false goes back to the form. */
  review?: (body: Values) => Promise<boolean>;
  /** Hears a refusal before it is told; true: nothing more is said. */
  onRefused?: (error: ApiError) => boolean;
  /** Enter saves, as at a counter. */
  quick?: boolean;
  onDone: (answer: Output<E>) => void;
  onCancel?: () => void;
}

/** Brings a section of the form to the top. */
export const goToSection = (title: string): void =>
  document.querySelector(`section[aria-label="${CSS.escape(title)}"]`)?.scrollIntoView({ block: "start" });

function Outline(props: { titles: readonly string[] }) {
  return (
    <nav className="vd-near vd-tiny vd-outline" aria-label="目录">
      {props.titles.map((t) => (
        <a
          key={t}
          href={`#${t}`}
          onClick={(e) => {
            e.preventDefault();
            goToSection(t);
          }}
        >
          {t}
        </a>
      ))}
    </nav>
  );
}

export function FormScreen<E extends Endpoint>(props: FormScreenProps<E>) {
  const { endpoint } = props;
  const [initial] = useState<Values>(() => ({ ...props.initial }));
  const version = typeof initial["version"] === "number" ? initial["version"] : null;
  const draft = useDraft(props.draft ?? null, version);
  const [typed] = useState(props.typed);
  const [changed, setChanged] = useState<readonly string[]>(() => (typed ? changedNames(initial, { ...initial, ...typed }) : []));
  const [clashes, setClashes] = useState<Clash[] | null>(null);
  const saved = useRef(false);
  const afterWrite = useAfterWrite();
  const kit = useKitForm({
    endpoint,
    initial,
    review: props.review,
    ...(props.onRefused && { onRefused: props.onRefused }),
    onDone: (answer) => {
      saved.current = true;
      draft.drop();
      afterWrite();
      inItsPlace(() => props.onDone(answer));
    },
  });
  const { form } = kit;
  const isChanged = useCallback(() => !saved.current && changedNames(initial, form.getFieldsValue() as Values).length > 0, [form, initial]);
  useEffect(() => {
    if (typed) form.setFieldsValue(typed);
  }, [form, typed]);
  const shape = shapeOf(endpoint.input);
  const [press] = useActGate(() => kit.submit("code"));
  useKeys({ "mod+s": ["保存", press], "mod+Enter": ["提交", press] });
  const onValues = (values: Values): void => {
    const names = changedNames(initial, values);
    setChanged(names);
    const kept = Object.fromEntries(names.map((n) => [n, values[n]]));
    if (names.length) draft.note(props.draftOf?.(kept) ?? kept);
    else if (changed.length) draft.drop();
  };
  const restore = (): void => {
    const offered = draft.offered;
    if (!offered) return;
    draft.take();
    const mine = { ...(form.getFieldsValue() as Values), ...offered.content };
    form.setFieldsValue(mine);
    setChanged(changedNames(initial, mine));
    if (offered.base_version !== version) setClashes(moved(initial, offered.content));
  };
  const log = props.log ?? props.presence;
  const labels = changed.map((n) => (shape[n] && inputMeta(shape[n])?.label) ?? n);
  return (
    <div className={props.outline ? "vd-form-layout" : ""}>
      <div className="vd-stack is-wide vd-form-page">
        <h1>
          {props.title}
          {log && <LogButton {...log} />}
        </h1>
        {props.presence && <PresenceLine {...props.presence} mode="edit" />}
        <DraftOffer draft={draft} onTake={restore} />
        <KitFormView kit={kit} onValues={onValues} onKey={press} quick={props.quick} {...(props.say && { say: props.say })}>
          {props.children ?? (
            <div className="vd-form-grid">
              <AllItems endpoint={endpoint} initial={initial} />
            </div>
          )}
        </KitFormView>
        <SaveBar
          labels={labels}
          savedAt={draft.savedAt}
          busy={kit.busy}
          saveText={props.saveText ?? "保存"}
          onSave={press}
          onCancel={props.onCancel}
        />
        <LeaveGuard changed={isChanged} kept={props.draft === undefined ? undefined : DRAFT_KEPT} />
        {clashes && clashes.length > 0 && (
          <MergeView
            shape={shape}
            clashes={clashes}
            {...(props.say && { say: props.say })}
            onCancel={() => setClashes(null)}
            onDone={(chosen) => {
              form.setFieldsValue(chosen);
              setClashes(null);
            }}
          />
        )}
      </div>
      {typeof props.outline === "function" ? props.outline(form) : props.outline && <Outline titles={props.outline} />}
    </div>
  );
}

/** A draft of an older version: every field it changed is put beside what is stored now. */
const moved = (now: Values, content: Values): Clash[] => merge({}, now, content).clashes;

interface SaveBarProps {
  labels: readonly string[];
  savedAt: string | null;
  busy: boolean;
  saveText: string;
  onSave: () => void;
  onCancel: (() => void) | undefined;
}

function SaveBar({ labels, savedAt, busy, saveText, onSave, onCancel }: SaveBarProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(busy), busy ? 200 : 0);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <footer className="vd-save-bar">
      <span className="vd-ellipsis vd-muted">
        {labels.length ? `将修改：${labels.join("、")}` : "没有改动"}
        {savedAt && `　草稿已存 ${time(savedAt).slice(11, 16)}`}
      </span>
      <span className="vd-grow" />
      {onCancel && <Button onClick={onCancel}>取消</Button>}
      <Button type="primary" loading={late} onClick={onSave}>
        {saveText}
      </Button>
    </footer>
  );
}
