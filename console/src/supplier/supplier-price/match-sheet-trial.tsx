/** The trial of a quotation: what becomes of each row, and the last 30 days at the new costs. */
import { Button } from "antd";
import { useEffect, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { uuid } from "#kit/app/hash.ts";
import { Stack } from "#kit/page/blocks.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { stepOf, STEEP_FAULT } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { Cost, Step } from "../supplier-product/match-cells.tsx";
import { deltaText, rateText } from "../supplier-product/match-model.ts";
import type { SheetRow } from "./match-sheet-model.ts";

type Answer = Output<typeof api.supplier_price_import>;
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

export interface SheetTrialProps {
  /** Null: something is still missing. */
  asked: { supplier_id: number; rows: SheetRow[]; effective_at: string | null } | null;
  seen: string | undefined;
  onSeen: (seen: string | undefined) => void;
}

export function SheetTrial({ asked, seen, onSeen }: SheetTrialProps) {
  const [tried, setTried] = useState<{ of: string; answer: Answer } | null>(null);
  const [busy, setBusy] = useState(false);
  const now = JSON.stringify(asked);
  const isStale = tried !== null && tried.of !== now;
  useEffect(() => {
    if (isStale && seen !== undefined) onSeen(undefined);
  }, [isStale, seen, onSeen]);
  const look = async (): Promise<void> => {
    if (!asked) return;
    setBusy(true);
    await ask(api.supplier_price_import, { ...asked, ...TRIAL, dry_run: true, idempotency_key: uuid() }).then(
      (answer) => {
        setTried({ of: now, answer });
        onSeen(answer.rows.some((r) => r.outcome === "change") ? answer.seen : undefined);
      },
      () => setTried(null),
    );
    setBusy(false);
  };
  const rows = tried?.answer.rows ?? [];
  const count = (outcome: Answer["rows"][number]["outcome"]): number => rows.filter((r) => r.outcome === outcome).length;
  return (
    <Stack>
      <div className="vd-wraps">
        <Button disabled={!asked} loading={busy && { delay: 200 }} onClick={() => void look()}>
          预检
        </Button>
        {tried && (
          <span className="vd-muted">
            {count("change")} 行调价，{count("same")} 行价格相同，{count("fault")} 行错误
            {isStale ? "；内容已修改，请重新预检" : count("change") === 0 ? "；没有要提交的" : ""}
          </span>
        )}
        {tried && tried.answer.steep > 0 && (
          <span className="vd-error">
            {tried.answer.steep} 行{STEEP_FAULT}
          </span>
        )}
      </div>
      {tried && (
        <>
          <Replay of={tried.answer.replay} />
          <Rows
            label="预检结果"
            of={api.supplier_price_import.output.shape.rows}
            rows={rows.toSorted((a, b) => ORDER[a.outcome] - ORDER[b.outcome] || a.row - b.row)}
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
      )}
    </Stack>
  );
}
