/** 资料质量: papers by what their rejections cost, with the reason and what the last change of the text did. */
import { Drawer, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { documentStatApi, type ReviewedNoun } from "@visadesk/contract/base-data/paper/document-stat.ts";
import { PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { date, time } from "@visadesk/contract/kit/format.ts";
import "./paper-quality.css";

type Quality = Output<typeof documentStatApi.elec_quality_get>["list"][number];

const WIDTH = 980;
const percent = (rate: number | null): string => (rate === null ? "—" : `${Math.round(rate * 100)}%`);

/** 62% (50) → 81% (43): better, worse or not yet to be said. */
function Edit({ paper: p }: { paper: Quality }) {
  if (p.text_at === null) return <span className="vd-muted">90天内没有改过</span>;
  const change = p.before_rate === null || p.after_rate === null ? null : Math.round((p.after_rate - p.before_rate) * 100);
  return (
    <TwoLines under={`${date(p.text_at)} 改文`}>
      <span className="vd-num">
        {percent(p.before_rate)}
        <small className="vd-muted"> ({p.before_reviewed})</small> → {percent(p.after_rate)}
        <small className="vd-muted"> ({p.after_reviewed})</small>
        {change !== null && change !== 0 && <Mark tone={change > 0 ? "green" : "red"}>{change > 0 ? `+${change}` : change} 个百分点</Mark>}
      </span>
    </TwoLines>
  );
}

const columnsOf = (noun: ReviewedNoun): readonly TableColumn<Quality>[] => [
  {
    key: "name",
    render: (p) => (
      <>
        <HrefLink href={to(`${noun}-edit`, { id: p.id })}>{p.name}</HrefLink>
        {p.status === 0 && <Mark tone="gold">已禁用</Mark>}
      </>
    ),
  },
  {
    key: "rejected_90",
    hint: "近90天首次审核没有通过的份数，即不合格率 × 审核数",
    width: 96,
    align: "end",
    render: (p) => <b className="vd-num">{p.rejected_90}</b>,
  },
  {
    key: "first_pass_rate",
    hint: "括号内为近90天首次审核的份数",
    width: 112,
    align: "end",
    render: (p) => (
      <span className="vd-num">
        {percent(p.first_pass_rate)} <small className="vd-muted">({p.reviewed_90})</small>
      </span>
    ),
  },
  {
    key: "reasons",
    width: 224,
    render: (p) => (p.reasons.length > 0 ? p.reasons.map((r) => `${r.text} ${r.n}`).join("、") : <span className="vd-blank">—</span>),
  },
  { key: "edit", title: "改文前后30天", width: 264, render: (p) => <Edit paper={p} /> },
];

export interface PaperQualityProps {
  noun: ReviewedNoun;
  onClose: () => void;
}
export function PaperQuality({ noun, onClose }: PaperQualityProps) {
  const answer = useRecord(documentStatApi[`${noun}_quality_get`], {});
  const { data } = answer;
  return (
    <Drawer open title={`${PAPERS[noun].label}质量`} size={WIDTH} onClose={onClose}>
      <p className="vd-muted vd-after-12">
        不合格最多的排在前面，先改它们的要求与样例收效最大。
        {data?.at ? `统计到 ${time(data.at).slice(0, 16)}，每天凌晨更新。` : "每天凌晨统计一次。"}
      </p>
      <Reads tells answer={answer} rows={6}>
        {({ list, at }) =>
          list.length > 0 ? (
            <div className="vd-table">
              <Table<Quality>
                of={documentStatApi.elec_quality_get.output.shape.list}
                label="资料质量"
                rowKey={(p) => p.id}
                columns={columnsOf(noun)}
                rows={list}
              />
            </div>
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={at ? "近90天没有审核过" : "还没有统计，明天早上再看"} />
          )
        }
      </Reads>
    </Drawer>
  );
}
