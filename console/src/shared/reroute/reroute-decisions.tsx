/** 改派驾驶舱: the best alternative of each of the people, what it changes in cost and time, and where each one goes. */
import { Button, Radio } from "antd";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";

export type Preview = Output<typeof supplierAssignmentApi.supplier_pause_preview>["rows"][number];
export interface Decision {
  applicant_id: number;
  /** Null: stays where it is. */
  supplier_product_id: number | null;
  promised_on?: string | null;
}

const WIDTH = 168;
const MAX_HEIGHT = 360;

export const sign = (n: number, words: string): string => `${n > 0 ? "+" : ""}${words}`;
/** What is worse is red: more cost, less margin. */
export const Delta = ({ cents, goodIf = "less" }: { cents: number | null | undefined; goodIf?: "less" | "more" }) => {
  if (cents === null || cents === undefined) return <span className="vd-blank">—</span>;
  const isGood = goodIf === "less" ? cents < 0 : cents > 0;
  return <span className={`vd-num${cents === 0 ? "" : isGood ? " vd-good" : " vd-error"}`}>{sign(cents, money(cents))}</span>;
};

const goesTo = (p: Preview): number | null => (p.best?.is_usable ? p.best.supplier_product_id : null);
/** Whoever has an alternative goes there; the others wait for a decision. */
export const firstDecisions = (rows: readonly Preview[]): Decision[] =>
  rows.flatMap((p) => {
    const to = goesTo(p);
    return to === null ? [] : [{ applicant_id: p.applicant_id, supplier_product_id: to }];
  });

const costs = (
  seen: boolean,
  of: (p: Preview) => number | null | undefined,
  title: string,
  goodIf: "less" | "more" = "less",
): RowsColumnOf<Preview> => seen && { title, end: true, cell: (p) => <Delta cents={of(p)} goodIf={goodIf} /> };

interface Choosing {
  decisions: readonly Decision[];
  put: (decision: Decision) => void;
  /** Whoever stays is promised a date. */
  promises: boolean;
}

function Where({ row: p, decisions, put, promises }: { row: Preview } & Choosing) {
  const decided = decisions.find((d) => d.applicant_id === p.applicant_id);
  const to = goesTo(p);
  const keeps = decided?.supplier_product_id === null;
  return (
    <Stack gap={4}>
      <Radio.Group
        aria-label={`${p.applicant_no}的去向`}
        value={decided === undefined ? null : keeps ? "keep" : "move"}
        options={[
          { value: "move", label: "改派", disabled: to === null },
          { value: "keep", label: "保留" },
        ]}
        onChange={(e) => put({ applicant_id: p.applicant_id, supplier_product_id: e.target.value === "move" ? to : null })}
      />
      {keeps && promises && (
        <DateInput
          value={decided.promised_on ?? null}
          placeholder="承诺日期"
          onChange={(promised_on) => put({ ...decided, promised_on })}
        />
      )}
    </Stack>
  );
}

const columnsOf = (seesCost: boolean, choosing: Choosing): readonly RowsColumnOf<Preview>[] => [
  {
    title: "申请人",
    cell: (p) => <TwoLines under={p.applicant_no}>{p.name_cn ?? "未填写"}</TwoLines>,
  },
  { name: "applicant_status", cell: (p) => flowTag(applicantFlow, p.applicant_status) },
  { name: "planned_date", num: true, cell: (p) => p.planned_date ?? <span className="vd-blank">未分派</span> },
  seesCost && { title: "现价", end: true, cell: (p) => <Money cents={p.cny_amount} /> },
  {
    title: "建议供应商",
    cell: (p) =>
      p.stays !== null ? (
        <span className="vd-warn">{p.stays}</span>
      ) : p.best === null ? (
        <span className="vd-warn">没有可用的供应商</span>
      ) : (
        <TwoLines under={p.best.next_free === null ? `${p.best.lead_min}–${p.best.lead_max} 工作日` : `最近可送 ${p.best.next_free}`}>
          {p.best.supplier_name}
        </TwoLines>
      ),
  },
  costs(seesCost, (p) => p.cost_delta, "价差"),
  {
    name: "lead_delta",
    title: "时效差",
    end: true,
    cell: (p) => (p.lead_delta === null ? <span className="vd-blank">—</span> : sign(p.lead_delta, `${p.lead_delta} 天`)),
  },
  costs(seesCost, (p) => p.margin_delta, "毛利变化", "more"),
  { title: "去向", width: WIDTH, cell: (p) => <Where row={p} {...choosing} /> },
];

export interface DecisionsProps {
  rows: readonly Preview[];
  promises?: boolean;
  value?: readonly Decision[];
  onChange?: (value: Decision[]) => void;
}
export function Decisions({ rows, promises = false, value: decisions = [], onChange }: DecisionsProps) {
  const put = (decision: Decision): void => onChange?.([...decisions.filter((d) => d.applicant_id !== decision.applicant_id), decision]);
  const keepRest = (): void =>
    onChange?.([
      ...decisions,
      ...rows
        .filter((p) => !decisions.some((d) => d.applicant_id === p.applicant_id))
        .map(({ applicant_id }) => ({ applicant_id, supplier_product_id: null })),
    ]);
  const seesCost = rows.some((p) => p.cny_amount !== undefined);
  const moved = rows.filter((p) => decisions.some((d) => d.applicant_id === p.applicant_id && d.supplier_product_id !== null));
  const left = rows.length - decisions.length;
  return (
    <Stack gap={8}>
      <Rows
        label="在办申请人去向"
        of={supplierAssignmentApi.supplier_pause_preview.output.shape.rows}
        rows={rows}
        by="applicant_id"
        maxHeight={MAX_HEIGHT}
        none="没有在办申请人"
        columns={columnsOf(seesCost, { decisions, put, promises })}
      />
      {rows.length > 0 && (
        <p className="vd-wraps" aria-live="polite">
          <span>
            改派 <b className="vd-num">{moved.length}</b> 位，保留 <b className="vd-num">{decisions.length - moved.length}</b> 位
          </span>
          {left > 0 && <span className="vd-warn">还有 {left} 位申请人未安排去向</span>}
          {left > 0 && (
            <Button size="small" onClick={keepRest}>
              其余保留
            </Button>
          )}
          {seesCost && (
            <span className="vd-to-end">
              价差合计{" "}
              <b>
                <Delta cents={moved.reduce((sum, p) => sum + (p.cost_delta ?? 0), 0)} />
              </b>
            </span>
          )}
        </p>
      )}
    </Stack>
  );
}

/** Those it could not be done to, by their number. */
export const leftOf = (
  rows: readonly Pick<Preview, "applicant_id" | "applicant_no">[],
  results: readonly { id: number; ok: boolean; msg: string }[],
): { name: string; msg: string }[] =>
  results
    .filter((r) => !r.ok)
    .map((r) => ({ name: rows.find((p) => p.applicant_id === r.id)?.applicant_no ?? `编号 ${r.id}`, msg: r.msg }));
