/** Every version of a policy, and what one says against another. */
import { Button, Select } from "antd";
import { useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { RichText } from "#kit/rich-text/rich-text.tsx";
import { refundPolicyApi, refundPolicyVersionFlow } from "@visadesk/contract/base-data/refund-policy.ts";
import { GRID_LABELS, gridChanges, REFUND_STAGES } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { sameRich } from "@visadesk/contract/kit/rich-text.ts";

export type PolicyDetail = Output<typeof refundPolicyApi.refund_policy_get>;
export type Version = PolicyDetail["versions"][number];

export const VersionTag = ({ version: v }: { version: Version }) => (
  <>
    {flowTag(refundPolicyVersionFlow, v.state)}
    {v.is_in_force && <Mark tone="green">现行</Mark>}
    {v.state === "published" && !v.is_in_force && <Mark tone="blue">待生效</Mark>}
  </>
);

/** What customers read of a version. */
export const Clause = ({ html, blank, className = "" }: { html: string; blank: string; className?: string }) =>
  html ? <RichText html={html} className={className} /> : <p className={className}>{blank}</p>;

/** What `after` changes against `before`, stage by stage and in the clause. */
export function VersionDiff({ before, after }: { before: Pick<Version, "grid" | "clause">; after: Pick<Version, "grid" | "clause"> }) {
  const changes = gridChanges(before.grid, after.grid);
  const sameClause = sameRich(before.clause, after.clause);
  if (changes.length === 0 && sameClause) return <p className="vd-muted">两版内容相同</p>;
  return (
    <Stack>
      {changes.length > 0 && (
        <Rows
          label="版本差异"
          rows={changes}
          by={(c) => `${c.stage} ${c.field}`}
          columns={[
            { title: "阶段", head: true, cell: (c) => REFUND_STAGES[c.stage] },
            { title: "项目", cell: (c) => GRID_LABELS[c.field] },
            { title: "原来", cell: (c) => <del>{c.before}</del> },
            { title: "改为", cell: (c) => <ins>{c.after}</ins> },
          ]}
        />
      )}
      {!sameClause && (
        <div className="vd-halves">
          <div className="vd-box">
            <p className="vd-muted">原条款</p>
            <Clause html={before.clause} blank="（空）" />
          </div>
          <div className="vd-box">
            <p className="vd-muted">新条款</p>
            <Clause html={after.clause} blank="（空）" />
          </div>
        </div>
      )}
    </Stack>
  );
}

const By = ({ at, name }: { at: string; name: string | null }) => (
  <>
    {name ?? "系统"} <TimeText at={at} />
  </>
);

export function RefundVersions({ versions }: { versions: readonly Version[] }) {
  const [pair, setPair] = useState<readonly [number, number] | null>(null);
  const [newest, former] = versions;
  if (!newest) return <p className="vd-muted">还没有版本，请在“退款规则”中填写并保存</p>;
  const [beforeId, afterId] = pair ?? [former?.id ?? newest.id, newest.id];
  const before = versions.find((v) => v.id === beforeId);
  const after = versions.find((v) => v.id === afterId);
  const options = versions.map((v) => ({ value: v.id, label: `第${v.version_no}版` }));
  return (
    <Stack>
      <Rows
        label="版本"
        of={refundPolicyApi.refund_policy_get.output.shape.versions}
        rows={versions}
        columns={[
          { name: "version_no", head: true, end: false, cell: (v) => `第${v.version_no}版` },
          { name: "state", cell: (v) => <VersionTag version={v} /> },
          { name: "effective_from", num: true, cell: (v) => (v.effective_from ? time(v.effective_from).slice(0, 16) : "—") },
          { title: "发布", cell: (v) => (v.published_at ? <By at={v.published_at} name={v.published_by_name} /> : "—") },
          { title: "起草", cell: (v) => <By at={v.created_at} name={v.created_by_name} /> },
          {
            title: "操作",
            unseen: true,
            cell: (v, i) => {
              const prior = versions[i + 1];
              return (
                prior && (
                  <Button type="link" size="small" onClick={() => setPair([prior.id, v.id])}>
                    与上一版比较
                  </Button>
                )
              );
            },
          },
        ]}
      />
      {former && before && after && (
        <Stack as="section" aria-label="比较">
          <div className="vd-wraps">
            <b>比较</b>
            <Select size="small" aria-label="原版本" options={options} value={before.id} onChange={(id) => setPair([id, after.id])} />
            <span className="vd-muted">与</span>
            <Select size="small" aria-label="新版本" options={options} value={after.id} onChange={(id) => setPair([before.id, id])} />
          </div>
          <VersionDiff before={before} after={after} />
        </Stack>
      )}
    </Stack>
  );
}
