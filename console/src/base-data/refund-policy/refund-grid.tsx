/** Seven stages, what each gives back: as an input of a form and as it reads. */
import { Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { wordOf } from "#kit/words.ts";
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

const Head = () => (
  <thead>
    <tr>
      <th scope="col">阶段</th>
      <th scope="col">{GRID_LABELS.service_rate}退</th>
      <th scope="col">{GRID_LABELS.embassy}</th>
      <th scope="col">{GRID_LABELS.centre}</th>
      <th scope="col">支付后时限</th>
      <th scope="col">说明</th>
    </tr>
  </thead>
);

interface LineProps {
  line: Line;
  no: number;
  put: (patch: Partial<Line>) => void;
}
function LineInputs({ line: r, no, put }: LineProps) {
  const name = REFUND_STAGES[r.stage];
  return (
    <tr className={r.service_rate === null ? "is-open" : ""}>
      <th scope="row">
        {no}. {name}
      </th>
      <td>
        <InputNumber
          aria-label={`${name} 服务费退款比例`}
          min={0}
          max={100}
          precision={0}
          suffix="%"
          placeholder="未填"
          value={r.service_rate}
          onChange={(service_rate) => put({ service_rate })}
        />
      </td>
      {(["embassy", "centre"] as const).map((kind) => (
        <td key={kind}>
          <Select aria-label={`${name} ${GRID_LABELS[kind]}`} options={RULES} value={r[kind]} onChange={(rule) => put({ [kind]: rule })} />
        </td>
      ))}
      <td>
        {HOURS_STAGES.has(r.stage) ? (
          <InputNumber
            aria-label={`${name} 支付后小时数`}
            title="支付后这么多小时内按本行退，过后按下一阶段；不填为不限"
            min={0}
            max={8760}
            precision={0}
            suffix="时"
            placeholder="不限"
            value={r.within_hours || null}
            onChange={(h) => put({ within_hours: h ?? 0 })}
          />
        ) : (
          <span className="vd-blank">—</span>
        )}
      </td>
      <td>
        <Input
          aria-label={`${name} 说明`}
          maxLength={60}
          placeholder="对客户的说法"
          value={r.text}
          onChange={(e) => put({ text: e.target.value })}
        />
      </td>
    </tr>
  );
}

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
    <div className="rf-scroll" id={id ?? ""}>
      <table className="rf-grid" aria-label="各阶段退款">
        <Head />
        <tbody>
          {lines.map((r, i) => (
            <LineInputs key={r.stage} line={r} no={i + 1} put={(patch) => put(r.stage, patch)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A grid to read. */
export const GridTable = ({ grid }: { grid: readonly RefundRow[] }) => (
  <table className="rf-grid" aria-label="各阶段退款">
    <Head />
    <tbody>
      {linesOf(grid).map((r, i) => (
        <tr key={r.stage}>
          <th scope="row">
            {i + 1}. {REFUND_STAGES[r.stage]}
          </th>
          <td className="vd-num">{r.service_rate === null ? "未填" : `${r.service_rate}%`}</td>
          <td>{r.service_rate === null ? "—" : wordOf(OFFICIAL_RULES, r.embassy)}</td>
          <td>{r.service_rate === null ? "—" : wordOf(OFFICIAL_RULES, r.centre)}</td>
          <td className="vd-num">{r.within_hours === 0 ? "不限" : `${r.within_hours} 小时内`}</td>
          <td>{r.text || "—"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
