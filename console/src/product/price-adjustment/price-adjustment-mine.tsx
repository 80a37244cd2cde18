/** 我的调价: what I asked for, how it stands, and what I may still do about it. */
import { Drawer, Segmented } from "antd";
import { useState } from "react";
import { TwoLines } from "#kit/page/blocks.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { ADJUST_REASONS, ADJUST_REJECTS, priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Open } from "./price-adjustment-acts.tsx";
import { AdjustState, CellLines, effectWords, type Adjustment } from "./price-adjustment-cells.tsx";
import { Withdraw } from "./price-adjustment-withdraw.tsx";

export interface MyAdjustmentsProps {
  /** Only those of one product. */
  skuId?: number;
  onClose: () => void;
}

const STATES = [
  { value: "all", label: "全部" },
  { value: "pending", label: "待审核" },
  { value: "approved", label: "待生效" },
  { value: "effective", label: "已生效" },
  { value: "rejected", label: "已驳回" },
  { value: "withdrawn", label: "已撤销" },
] as const;
type Shown = (typeof STATES)[number]["value"];
const PAGE = 20;

function Acts({ a, open }: { a: Adjustment; open: Open }) {
  const refresh = useAfterWrite();
  const seen = { id: a.id, version: a.version };
  const revert = (): boolean => {
    open((close) => (
      <FormDialog
        endpoint={priceAdjustmentApi.price_adjustment_revert}
        title="一键冲回"
        okText="提交冲回"
        intro="按原价提交一个新的调价单，由他人审核后生效。"
        initial={seen}
        onDone={(made) => {
          toast.success(`已提交冲回调价单 ${made.adjust_no}`);
          refresh();
        }}
        onClose={close}
      />
    ));
    return false;
  };
  if (a.adjustment_status === "pending") return <Withdraw kind={a.target_kind} a={a} />;
  if (a.adjustment_status === "effective")
    return (
      <ActButton type="link" size="small" className="vd-plain-link" onClick={revert}>
        冲回
      </ActButton>
    );
  return null;
}

const columnsFor = (open: Open, isOfOne: boolean): TableColumn<Adjustment>[] => [
  {
    key: "no",
    title: "调价单",
    width: 160,
    render: (a) => (
      <TwoLines under={<TimeText at={a.created_at} />}>
        <Copyable text={a.adjust_no} />
      </TwoLines>
    ),
  },
  ...(isOfOne
    ? []
    : [
        {
          key: "sku",
          title: "商品",
          width: 190,
          render: (a: Adjustment) => (
            <TwoLines title={a.target_name} under={a.target_no}>
              {a.target_name}
            </TwoLines>
          ),
        },
      ]),
  { key: "cells", width: 290, render: (a) => <CellLines cells={a.cells} /> },
  {
    key: "effect",
    title: "生效 · 原因",
    width: 150,
    render: (a) => (
      <TwoLines title={a.reason} under={ADJUST_REASONS[a.reason_kind]}>
        <span className="vd-num">{effectWords(a)}</span>
      </TwoLines>
    ),
  },
  {
    key: "adjustment_status",
    render: (a) => {
      const why = [a.reject_kind && ADJUST_REJECTS[a.reject_kind], a.review_text].filter(Boolean).join("：");
      return (
        <TwoLines title={why} under={[a.reviewer_name, why].filter(Boolean).join(" ")}>
          <AdjustState a={a} />
        </TwoLines>
      );
    },
  },
  { key: "acts", title: "操作", width: 72, align: "end", fixed: "end", render: (a) => <Acts a={a} open={open} /> },
];

export function MyAdjustments({ skuId, onClose }: MyAdjustmentsProps) {
  const [shown, setShown] = useState<Shown>("all");
  const [page, setPage] = useState(1);
  const [dialog, open] = useDialog();
  const answer = useRecord(priceAdjustmentApi.price_adjustment_mine_query, {
    page,
    page_size: PAGE,
    ...(skuId !== undefined && { sku_id: [skuId] }),
    ...(shown !== "all" && { adjustment_status: [shown] }),
  });
  const { data } = answer;
  return (
    <Drawer open size="min(1120px, 100vw)" title="我的调价" onClose={onClose}>
      <div className="vd-row is-wide vd-after-12">
        <Segmented
          aria-label="状态"
          options={[...STATES]}
          value={shown}
          onChange={(value) => {
            setShown(value);
            setPage(1);
          }}
        />
      </div>
      {!data && <Unread slim answer={answer} rows={6} />}
      {data?.list.length === 0 && <p className="vd-muted">{shown === "all" ? "还没有提交过调价" : "这一栏没有调价单"}</p>}
      {data && data.list.length > 0 && (
        <Table<Adjustment>
          of={priceAdjustmentApi.price_adjustment_query.row}
          label="我的调价"
          columns={columnsFor(open, skuId !== undefined)}
          rows={data.list}
          rowKey={(a) => a.id}
          density="small"
        />
      )}
      <Pages page={page} size={PAGE} total={data?.total} onChange={setPage} />
      {dialog}
    </Drawer>
  );
}
