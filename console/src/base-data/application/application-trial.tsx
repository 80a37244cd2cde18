/** 试填: a past applicant, masked: what of the form fills itself, what he once answered, what is missing. */
import { useQuery } from "@tanstack/react-query";
import { Select, Switch } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { pickedLabel, usePickOptions } from "#kit/pickers.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { TRIAL_STATES, type TrialState } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { QUESTION_SOURCES } from "@visadesk/contract/base-data/paper/application.rules.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import type { Question, Sections } from "./application-model.ts";

const PREVIEW = applicationVersionApi.application_version_preview;
export type Trial = Output<typeof PREVIEW> & { version_id: number };
type Line = Trial["lines"][number];

const TONES: Readonly<Record<TrialState, Tone>> = {
  filled: "green",
  answered: "blue",
  default: "blue",
  missing: "red",
  blank: "grey",
  staff: "orange",
  hidden: "grey",
};

/** How many applicants stand behind each state. */
export const countOf = (lines: readonly Line[], ...states: TrialState[]): number => lines.filter((l) => states.includes(l.state)).length;

export const StateMark = ({ state }: { state: TrialState }) => <Mark tone={TONES[state]}>{TRIAL_STATES[state]}</Mark>;

/** A code of a country as its name once the names are here. */
export function TrialValue({ q, line }: { q: Pick<Question, "kind">; line: Line }) {
  const isCountry = q.kind === "country" && line.value !== null;
  usePickOptions("country", "", isCountry);
  return <>{isCountry ? (pickedLabel("country", line.value ?? "") ?? line.value) : (line.value ?? "—")}</>;
}

export interface TrialPickerProps {
  applicationId: number;
  /** The saved version that is tried; null: nothing is saved yet. */
  versionId: number | null;
  trial: Trial | null;
  onTrial: (trial: Trial | null) => void;
}

/** Applicants to try with; those who filled this form come first. */
export function TrialPicker({ applicationId, versionId, trial, onTrial }: TrialPickerProps) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const afterWrite = useAfterWrite();
  const answer = useQuery({
    queryKey: ["application_trial_pick", applicationId, typed],
    queryFn: ({ signal }) =>
      ask(
        applicationVersionApi.application_trial_pick,
        { application_id: applicationId, ...(typed.trim() && { keyword: typed.trim() }) },
        { signal, noToast: true },
      ),
    staleTime: 60_000,
  });
  const list = answer.data?.list ?? [];
  const shown = trial && !list.some((a) => a.id === trial.applicant.id) ? [trial.applicant, ...list] : list;
  const run = async (applicant_id: number): Promise<void> => {
    if (versionId === null) return;
    setBusy(true);
    try {
      onTrial({ ...(await ask(PREVIEW, { id: versionId, applicant_id })), version_id: versionId });
      afterWrite();
    } catch {
      // The refusal was shown as a toast; the former trial stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Select<number>
      className="ap-picker"
      aria-label="试填申请人"
      placeholder={versionId === null ? "先保存草稿" : "选择历史申请人"}
      disabled={versionId === null}
      allowClear={CLEARS}
      loading={busy || answer.isFetching}
      value={trial?.applicant.id ?? null}
      options={shown.map((a) => ({
        value: a.id,
        label: `${a.name_cn ?? "—"}　${a.applicant_no}`,
        hint: [a.sku_name, a.has_answers ? "填过本表" : "", shortTime(a.created_at)].filter(Boolean).join(" · "),
      }))}
      optionRender={(o) => (
        <span className="vd-two">
          {o.data.label}
          <small>{o.data.hint}</small>
        </span>
      )}
      popupMatchSelectWidth={360}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={answer.isFetching ? "正在查找" : typed ? "没有匹配的申请人，可输入订单号或申请人编号" : "还没有可用来试填的申请人"}
      onChange={(id: number | undefined) => (id === undefined ? onTrial(null) : void run(id))}
    />
  );
}

export interface TrialTabProps extends TrialPickerProps {
  sections: Sections;
  /** What is tried: 草稿 第2版. */
  title: string;
  isUnsaved: boolean;
}

export function TrialTab({ sections, title, isUnsaved, ...picker }: TrialTabProps) {
  const [onlyMissing, setOnly] = useState(false);
  const { trial } = picker;
  const lines = new Map(trial?.lines.map((l) => [l.key, l]));
  const isShown = (l: Line | undefined): l is Line => l !== undefined && (!onlyMissing || l.state === "missing");
  const again = trial && picker.versionId !== trial.version_id;
  return (
    <section className="vd-card" aria-label="试填">
      <header className="vd-wraps">
        <h2>试填：{title}</h2>
        <TrialPicker {...picker} />
        <span className="vd-grow" />
        {trial && (
          <span className="vd-row vd-small">
            <Switch size="small" aria-label="只看缺失" checked={onlyMissing} onChange={setOnly} />
            只看缺失
          </span>
        )}
      </header>
      {isUnsaved && <p className="vd-note is-selected vd-after-8">有未保存的改动，试填用的是已保存的内容</p>}
      {!trial || again ? (
        <p className="vd-muted">选一位历史申请人，看哪些题目自动带出、哪些还缺。个人信息只显示脱敏内容。</p>
      ) : (
        <>
          <p className="vd-wraps vd-counts vd-after-12">
            <span>
              自动带出 <b className="vd-num">{countOf(trial.lines, "filled")}</b>
            </span>
            <span>
              历史答案 <b className="vd-num">{countOf(trial.lines, "answered", "default")}</b>
            </span>
            <span>
              专员填写 <b className="vd-num">{countOf(trial.lines, "staff")}</b>
            </span>
            <span className={countOf(trial.lines, "missing") > 0 ? "vd-error" : ""}>
              缺失 <b className="vd-num">{countOf(trial.lines, "missing")}</b>
            </span>
            {trial.previewed_at && <span className="vd-muted">试填于 {time(trial.previewed_at)}</span>}
          </p>
          {onlyMissing && countOf(trial.lines, "missing") === 0 && <p className="vd-muted">没有缺失的必填题目</p>}
          <Rows
            label={`试填：${title}`}
            rows={sections.flatMap((s, at) =>
              s.questions.flatMap((q) => {
                const line = lines.get(q.key);
                return isShown(line) ? [{ q, line, section: s.title || `第${at + 1}部分` }] : [];
              }),
            )}
            by={(r) => r.q.key}
            group={(r) => r.section}
            columns={[
              { title: "题目", width: "40%", cell: (r) => r.q.label },
              { title: "来源", width: 96, className: "vd-muted", cell: (r) => QUESTION_SOURCES[r.q.source] },
              { title: "结果", width: 96, cell: (r) => <StateMark state={r.line.state} /> },
              { title: "内容", cell: (r) => <TrialValue q={r.q} line={r.line} /> },
            ]}
          />
        </>
      )}
    </section>
  );
}
