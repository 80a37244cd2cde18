/** What changed between two versions, question by question. */
import { Select } from "antd";
import { useState } from "react";
import { Unread } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { diffSections, diffWords, type QuestionDiff } from "@visadesk/contract/base-data/paper/application-diff.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";

export type Head = Output<typeof applicationVersionApi.application_version_query>["list"][number];

const KINDS: Readonly<Record<QuestionDiff["kind"], readonly [string, Tone]>> = {
  added: ["新增", "green"],
  changed: ["修改", "blue"],
  removed: ["删除", "red"],
};

const Changes = ({ diff }: { diff: readonly QuestionDiff[] }) => (
  <Rows
    label="题目变化"
    rows={diff}
    by={(d) => `${d.kind} ${d.key}`}
    columns={[
      { title: "变化", cell: (d) => <Mark tone={KINDS[d.kind][1]}>{KINDS[d.kind][0]}</Mark> },
      { title: "题目", cell: (d) => <TwoLines under={d.section}>{d.label}</TwoLines> },
      {
        title: "内容",
        cell: (d) =>
          d.fields.length === 0
            ? "—"
            : d.fields.map((f) => (
                <p key={f.label} className="vd-wrap-any">
                  <span className="vd-muted">{f.label}</span> <del>{f.before || "空"}</del> → <ins>{f.after || "空"}</ins>
                </p>
              )),
      },
    ]}
  />
);

/** Newest against what it came from, until others are chosen. */
export function VersionDiff({ versions }: { versions: readonly Head[] }) {
  const [from, setFrom] = useState(versions[1]?.id ?? 0);
  const [to, setTo] = useState(versions[0]?.id ?? 0);
  const before = useRecord(applicationVersionApi.application_version_get, { id: from });
  const after = useRecord(applicationVersionApi.application_version_get, { id: to });
  const options = versions.map((v) => ({ value: v.id, label: `第${v.version_no}版${v.state === "draft" ? "（草稿）" : ""}` }));
  const isHere = before.data?.id === from && after.data?.id === to;
  const diff = isHere && before.data && after.data ? diffSections(before.data.sections, after.data.sections) : null;
  return (
    <section className="vd-card" aria-label="版本对比">
      <header className="vd-wraps">
        <h2>对比</h2>
        <Select aria-label="对比的旧版" options={options} value={from} onChange={setFrom} />→
        <Select aria-label="对比的新版" options={options} value={to} onChange={setTo} />
        {diff && <span className="vd-muted">{diffWords(diff) || "两版题目相同"}</span>}
      </header>
      {diff === null ? <Unread slim answer={before.error ? before : after} rows={3} /> : diff.length > 0 && <Changes diff={diff} />}
    </section>
  );
}
