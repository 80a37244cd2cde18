/** Seven stages, what each gives back: as an input of a form and as it reads. */
import { Input, Select } from "antd";
import { useState } from "react";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Rows, type RowsColumn } from "#kit/table/rows.tsx";
import { wordOf } from "#kit/words.ts";
import { refundRow } from "@visadesk/contract/base-data/refund-policy.ts";
import {
  GRID_LABELS,
  HOURS_STAGES,
  OFFICIAL_RULES,
  REFUND_STAGES,
  refundStages,
  type RefundRow,
  type RefundStage,
} from "@visadesk/contract/base-data/refund.rules.ts";

type Line = Omit<RefundRow, "service_rate"> & { service_rate: number | null };
const BEFORE: ReadonlySet<RefundStage> = new Set(["paid", "reviewing", "reviewed"]);
/** A stage nobody filled yet starts with what is usual: official fees go back until they are handed on. */
const blank = (stage: RefundStage): Line => {
  const rule = BEFORE.has(stage) ? "refund" : "none";
  return { stage, service_rate: null, embassy: rule, centre: rule, within_hours: 0, text: "" };
};
const linesOf = (grid: readonly RefundRow[]): Line[] => refundStages.map((stage) => grid.find((r) => r.stage === stage) ?? blank(stage));
const filled = (lines: readonly Line[]): RefundRow[] =>
  lines.flatMap(({ service_rate, ...r }) => (service_rate === null ? [] : [{ ...r, service_rate }]));

const RULES = (["refund", "none"] as const).map((value) => ({ value, label: OFFICIAL_RULES[value] }));

const TITLES = {
  rate: `${GRID_LABELS.service_rate}退`,
  embassy: GRID_LABELS.embassy,
  centre: GRID_LABELS.centre,
  hours: "支付后时限",
  text: "说明",
};
const KINDS = ["embassy", "centre"] as const;
const stageColumn: RowsColumn<Line> = { title: "阶段", head: true, cell: (r, i) => `${i + 1}. ${REFUND_STAGES[r.stage]}` };
const nameOf = (r: Line): string => REFUND_STAGES[r.stage];

const Rate = ({ line: r, put }: CellProps) => (
  <NumberInput
    of={refundRow.shape.service_rate}
    aria-label={`${nameOf(r)} 服务费退款比例`}
    suffix="%"
    marks="%"
    placeholder="未填"
    value={r.service_rate}
    onChange={(service_rate) => put({ service_rate })}
  />
);
const Hours = ({ line: r, put }: CellProps) =>
  HOURS_STAGES.has(r.stage) ? (
    <NumberInput
      of={refundRow.shape.within_hours}
      aria-label={`${nameOf(r)} 支付后小时数`}
      title="支付后这么多小时内按本行退，过后按下一阶段；不填为不限"
      suffix="时"
      marks="时"
      placeholder="不限"
      value={r.within_hours || null}
      onChange={(h) => put({ within_hours: h ?? 0 })}
    />
  ) : (
    <span className="vd-blank">—</span>
  );

interface CellProps {
  line: Line;
  put: (patch: Partial<Line>) => void;
}
const inputColumns = (put: (stage: RefundStage, patch: Partial<Line>) => void): readonly RowsColumn<Line>[] => [
  stageColumn,
  { title: TITLES.rate, cell: (r) => <Rate line={r} put={(patch) => put(r.stage, patch)} /> },
  ...KINDS.map((kind): RowsColumn<Line> => ({
    title: TITLES[kind],
    cell: (r) => (
      <Select
        aria-label={`${nameOf(r)} ${GRID_LABELS[kind]}`}
        options={RULES}
        value={r[kind]}
        onChange={(rule) => put(r.stage, { [kind]: rule })}
      />
    ),
  })),
  { title: TITLES.hours, cell: (r) => <Hours line={r} put={(patch) => put(r.stage, patch)} /> },
  {
    title: TITLES.text,
    cell: (r) => (
      <Input
        aria-label={`${nameOf(r)} 说明`}
        maxLength={60}
        placeholder="对客户的说法"
        value={r.text}
        onChange={(e) => put(r.stage, { text: e.target.value })}
      />
    ),
  },
];

export interface GridInputProps {
  value?: readonly RefundRow[];
  onChange?: (grid: RefundRow[]) => void;
  id?: string;
}
/** Only stages with a rate are part of the value; what was typed beside an empty rate stays on screen. */
export function GridInput({ value = [], onChange, id }: GridInputProps) {
  const [lines, setLines] = useState(() => linesOf(value));
  const known = JSON.stringify(filled(linesOf(value)));
  const [seen, setSeen] = useState(known);
  if (known !== seen) {
    setSeen(known);
    if (known !== JSON.stringify(filled(lines))) setLines(linesOf(value));
  }
  const put = (stage: RefundStage, patch: Partial<Line>): void => {
    const next = lines.map((r) => (r.stage === stage ? { ...r, ...patch } : r));
    setLines(next);
    onChange?.(filled(next));
  };
  return (
    <div className="rf-grid" id={id ?? ""}>
      <Rows
        label="各阶段退款"
        rows={lines}
        by="stage"
        rowProps={(r) => ({ className: r.service_rate === null ? "is-open" : "" })}
        columns={inputColumns(put)}
      />
    </div>
  );
}

/** A grid to read. */
export const GridTable = ({ grid }: { grid: readonly RefundRow[] }) => (
  <Rows
    label="各阶段退款"
    rows={linesOf(grid)}
    by="stage"
    columns={[
      stageColumn,
      { title: TITLES.rate, num: true, cell: (r) => (r.service_rate === null ? "未填" : `${r.service_rate}%`) },
      ...KINDS.map((kind): RowsColumn<Line> => ({
        title: TITLES[kind],
        cell: (r) => (r.service_rate === null ? "—" : wordOf(OFFICIAL_RULES, r[kind])),
      })),
      { title: TITLES.hours, num: true, cell: (r) => (r.within_hours === 0 ? "不限" : `${r.within_hours} 小时内`) },
      { title: TITLES.text, cell: (r) => r.text || "—" },
    ]}
  />
);
