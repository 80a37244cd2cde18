/** The trial of a quotation: what becomes of each row, and the last 30 days at the new costs. */
import { Form } from "antd";
import { ask } from "#kit/act/ask.ts";
import { uuid } from "#kit/app/hash.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { stepOf } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { Cost, Step } from "../supplier-product/match-cells.tsx";
import { deltaText, rateText } from "../supplier-product/match-model.ts";
import type { SheetRow } from "./match-sheet-model.ts";
import { MatchTrial } from "./match-trial.tsx";

type Answer = Output<typeof api.supplier_price_import>;
type Outcome = Answer["rows"][number]["outcome"];
const OUTCOMES = { change: "调价", same: "价格相同", fault: "错误" } as const;
/** A trial is asked before its reason is written. */
const TRIAL = { reason_kind: "supplier", reason: "报价单预检，尚未提交" } as const;
const ORDER = { fault: 0, change: 1, same: 2 } as const;

function Replay({ of: r }: { of: Answer["replay"] }) {
  const hasMargin = r.margin_before !== null && r.margin_after !== null;
  return (
    <p className="vd-note is-plain">
      近30天 {r.orders} 人按新价重算：成本 <b className="vd-num">{deltaText(r.cost_delta, "CNY")}</b>
      {hasMargin && (
        <>
          ，毛利率 <span className="vd-num">{rateText(r.margin_before)}</span> → <b className="vd-num">{rateText(r.margin_after)}</b>
        </>
      )}
      {r.below_floor.length > 0 && (
        <span className="vd-error">
          ；{r.below_floor.length} 个商品低于毛利底线：{r.below_floor.join("、")}
        </span>
      )}
    </p>
  );
}

const Tried = ({ of: answer }: { of: Answer }) => (
  <>
    <Replay of={answer.replay} />
    <Rows
      label="预检结果"
      of={api.supplier_price_import.output.shape.rows}
      rows={answer.rows.toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome] || a.row - b.row)}
      by="row"
      maxHeight={260}
      columns={[
        { title: "行", end: true, num: true, width: 40, cell: (r) => r.row },
        "supplier_code",
        "name",
        { name: "old_adult", cell: (r) => <Cost minor={r.old_adult} currency={r.currency} /> },
        { name: "new_adult", cell: (r) => <Cost minor={r.new_adult} currency={r.currency} /> },
        { title: "涨跌", end: true, cell: (r) => <Step step={stepOf(r.old_adult, r.new_adult)} /> },
        {
          title: "结果",
          cell: (r) => (r.fault ? <span className="vd-error">{r.fault}</span> : OUTCOMES[r.outcome]),
          className: (r) => (r.outcome === "same" ? "vd-muted" : ""),
        },
      ]}
    />
  </>
);

export interface SheetTrialProps {
  value?: string;
  onChange?: (seen: string | undefined) => void;
}
/** Another sheet, supplier or time asks for another trial. */
export function SheetTrial(field: SheetTrialProps) {
  const { form } = useFormScope();
  const supplier_id: number | null | undefined = Form.useWatch("supplier_id", form);
  const rows: SheetRow[] | undefined = Form.useWatch("rows", form);
  const effectiveAt: string | null | undefined = Form.useWatch("effective_at", form);
  const asked = supplier_id && rows ? { supplier_id, rows, effective_at: effectiveAt ?? null } : null;
  return (
    <MatchTrial
      {...field}
      word="预检"
      asked={asked}
      ask={() =>
        asked ? ask(api.supplier_price_import, { ...asked, ...TRIAL, dry_run: true, idempotency_key: uuid() }) : Promise.reject()
      }
      tally={(answer) => {
        const count = (outcome: Outcome): number => answer.rows.filter((r) => r.outcome === outcome).length;
        const words = `${count("change")} 行调价，${count("same")} 行价格相同，${count("fault")} 行错误`;
        return { good: count("change"), words, steep: answer.steep > 0 ? `${answer.steep} 行` : null };
      }}
    >
      {(answer) => <Tried of={answer} />}
    </MatchTrial>
  );
}
