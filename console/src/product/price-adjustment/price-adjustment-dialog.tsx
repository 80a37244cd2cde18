/** 申请调价: one product cell by cell, many by a rule. Nothing changes before somebody else has passed it. */
import { Button, Form } from "antd";
import { useRef, useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { OutcomeList } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { uuid } from "#kit/app/hash.ts";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { CellLines, FloorMark, sameCell } from "./price-adjustment-cells.tsx";
import { AdjustGrid } from "./price-adjustment-grid.tsx";
import { AdjustRuleInput, type Rule } from "./price-adjustment-rule.tsx";
import { Margin } from "../sku/sku-cells.tsx";

type Outcome = Output<typeof priceAdjustmentApi.price_adjustment_add>["results"][number];

export interface AdjustDialogProps {
  skuIds: readonly number[];
  onClose: () => void;
}

/** Why, and from when. */
function Reasons() {
  const { form } = useFormScope();
  const isLater = Form.useWatch("effect_mode", form) === "at";
  return (
    <>
      <Item name="reason_kind" half />
      <Item name="reason" rows={2} placeholder="5至200个字，给审核人看" />
      <Item name="effect_mode" half />
      {isLater && <Item name="effective_at" half needs="请选择生效时间" help="北京时间，最多提前180天" />}
    </>
  );
}

function OneProduct({ skuId }: { skuId: number }) {
  const answer = useRecord(skuApi.sku_get, { id: skuId });
  const { data: sku } = answer;
  const [now] = useState(() => Date.now());
  if (!sku) return <Unread slim answer={answer} rows={5} />;
  return (
    <Item name="cells" label={`${sku.name}（${sku.sku_no}）`} needs="请至少修改一项价格">
      <AdjustGrid sku={sku} now={now} />
    </Item>
  );
}

/** The lowest margin among the prices that change. */
const lowest = (o: Outcome): number | null => {
  const margins = o.margins?.filter((m) => o.cells.some((c) => sameCell(c, m))).map((m) => m.new) ?? [];
  return margins.length > 0 ? Math.min(...margins) : null;
};
const columnsFor = (seesCost: boolean): TableColumn<Outcome>[] => [
  {
    key: "sku",
    title: "商品",
    width: 220,
    render: (o) => (
      <TwoLines title={o.name} under={o.sku_no}>
        {o.name}
      </TwoLines>
    ),
  },
  { key: "cells", width: 300, render: (o) => <CellLines cells={o.cells} /> },
  ...(seesCost
    ? [{ key: "margin", title: "最低毛利", width: 96, align: "end" as const, render: (o: Outcome) => <Margin cents={lowest(o)} /> }]
    : []),
  {
    key: "verdict",
    title: "说明",
    render: (o) =>
      o.ok ? o.below_floor ? <FloorMark /> : <span className="vd-muted">可提交</span> : <span className="vd-error">{o.msg}</span>,
  },
];

function ManyProducts({ skuIds }: { skuIds: readonly number[] }) {
  const seesCost = useCan(may.cost_view);
  const { form } = useFormScope();
  const [tried, setTried] = useState<{ rule: Rule; results: Outcome[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const rule: Rule | undefined = Form.useWatch("rule", form);
  const preview = async (asked: Rule): Promise<void> => {
    setBusy(true);
    try {
      const { results } = await ask(priceAdjustmentApi.price_adjustment_add, {
        sku_ids: [...skuIds],
        rule: asked,
        reason_kind: "market",
        reason: "批量调价试算",
        effect_mode: "now",
        effective_at: null,
        dry_run: true,
        idempotency_key: uuid(),
      });
      setTried({ rule: asked, results });
    } catch {
      setTried(null);
    } finally {
      setBusy(false);
    }
  };
  const good = tried?.results.filter((o) => o.ok).length ?? 0;
  return (
    <>
      <Item name="rule" label={`${skuIds.length} 个商品`} needs="请填写调整规则">
        <AdjustRuleInput />
      </Item>
      <div className="vd-stack vd-after-16 vd-item">
        <div>
          <Button disabled={!rule} loading={busy && { delay: 200 }} onClick={() => rule && void preview(rule)}>
            预览
          </Button>
          {tried && (
            <span className="vd-muted vd-apart">
              {good} 个可提交，{tried.results.length - good} 个不可提交
              {tried.rule !== rule && "；规则已修改，请重新预览"}
            </span>
          )}
        </div>
        {tried && (
          <Table<Outcome>
            of={priceAdjustmentApi.price_adjustment_add.output.shape.results}
            label="批量调价预览"
            columns={columnsFor(seesCost)}
            rows={tried.results}
            rowKey={(o) => o.id}
            density="small"
            maxHeight={320}
          />
        )}
      </div>
    </>
  );
}

export function AdjustDialog({ skuIds, onClose }: AdjustDialogProps) {
  const afterWrite = useAfterWrite();
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const stays = useRef(false);
  const [only] = skuIds;
  const isOne = skuIds.length === 1 && only !== undefined;
  const done = ({ opened, batch_no, results }: Output<typeof priceAdjustmentApi.price_adjustment_add>): void => {
    const no = isOne ? `调价单 ${results[0]?.adjust_no ?? ""}` : `${opened} 个调价单，批次 ${batch_no ?? ""}`;
    if (opened > 0) toast.success(`已提交${isOne ? "" : " "}${no}，审核通过后生效`);
    const left = results.filter((r) => !r.ok);
    stays.current = left.length > 0;
    setRefused(left);
    afterWrite();
  };
  if (refused.length > 0)
    return (
      <Dialog title="没有提交的商品" onClose={onClose}>
        <OutcomeList left={refused} />
      </Dialog>
    );
  return (
    <FormDrawer
      endpoint={priceAdjustmentApi.price_adjustment_add}
      title={isOne ? "申请调价" : "批量调价"}
      okText="提交审核"
      width={880}
      initial={{ sku_ids: [...skuIds], effect_mode: "now", effective_at: null, dry_run: false }}
      onDone={done}
      onClose={() => {
        if (!stays.current) onClose();
      }}
    >
      {isOne ? <OneProduct skuId={only} /> : <ManyProducts skuIds={skuIds} />}
      <Reasons />
    </FormDrawer>
  );
}
