/** 调价审核: what waits for a second person, and what became of the earlier ones. */
import { Button, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Due } from "#kit/page/due.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListBulk, ListEmpty, ListScreen, ListTabs, type BulkAct, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session, useCan } from "#kit/app/session.ts";
import { openedHref, useOpened } from "#kit/filter/use-opened.ts";
import { idsOf } from "#kit/list/list-model.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ADJUST_REASONS, ADJUST_REJECTS, ADJUST_SOURCES, priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { approveAll, RejectDialog, tellResults, type Open } from "./price-adjustment-acts.tsx";
import { AdjustState, CellLines, effectWords, FloorMark, type Adjustment } from "./price-adjustment-cells.tsx";
import { useAdjustCounts } from "./price-adjustment-counts.ts";
import type { AdjustmentDrawerProps } from "./price-adjustment-drawer.tsx";
import { Margin } from "../sku/sku-cells.tsx";

const AdjustmentDrawer = part<AdjustmentDrawerProps>(() => import("./price-adjustment-drawer.tsx").then((m) => m.AdjustmentDrawer));

const TABS: readonly ListTab<typeof priceAdjustmentApi.price_adjustment_query>[] = [
  { key: "pending", label: "待审核", filter: { adjustment_status: ["pending"] } },
  { key: "approved", label: "待生效", filter: { adjustment_status: ["approved"] } },
  { key: "effective", label: "已生效", filter: { adjustment_status: ["effective"] } },
  { key: "rejected", label: "已驳回", filter: { adjustment_status: ["rejected"] } },
  { key: "withdrawn", label: "已撤销", filter: { adjustment_status: ["withdrawn"] } },
  { key: "mine", label: "我提交的", filter: { is_mine: true } },
];

function Target({ a }: { a: Adjustment }) {
  const codes = session.use((s) => s.codes);
  const href = a.target_kind === "sku" ? hrefOf("product-detail", { id: a.target_id }, codes, { tab: "price" }) : null;
  return (
    <TwoLines title={a.target_name} under={[a.target_no, a.country_name].filter(Boolean).join(" · ")}>
      {href ? <HrefLink href={href}>{a.target_name}</HrefLink> : <span>{a.target_name}</span>}
    </TwoLines>
  );
}

const NUMBER: Column<Adjustment> = {
  name: "adjust_no",
  width: 146,
  exports: ["adjust_no", "batch_no"],
  render: (a) => (
    <TwoLines under={a.batch_no && `批次 ${a.batch_no}`}>
      <Copyable text={a.adjust_no}>
        <HrefLink href={openedHref("adjust", a.id)} className="vd-link vd-num">
          {a.adjust_no}
        </HrefLink>
      </Copyable>
    </TwoLines>
  ),
};
const CHANGE: readonly Column<Adjustment>[] = [
  { key: "target", title: "商品", width: 184, exports: ["target_no", "target_name", "country_name"], render: (a) => <Target a={a} /> },
  {
    name: "cells",
    width: 272,
    exports: ["change_text", "has_hidden"],
    render: (a) => (
      <>
        <CellLines cells={a.cells} />
        {a.has_hidden && <small className="vd-muted">含供应商成本项</small>}
      </>
    ),
  },
];
const MARGIN: Column<Adjustment> = {
  key: "margin",
  title: "毛利 前 → 后",
  hint: "改动的价格中毛利最低的一项，每人",
  exports: ["margin_old", "margin_new"],
  width: 140,
  align: "end",
  render: (a) =>
    a.margin_old === undefined || a.margin_new === undefined ? (
      <span className="vd-blank">—</span>
    ) : (
      <span className="vd-num">
        <Margin cents={a.margin_old} /> → <Margin cents={a.margin_new} />
      </span>
    ),
};
const FACTS: readonly Column<Adjustment>[] = [
  { name: "below_floor", width: 88, render: (a) => (a.below_floor ? <FloorMark /> : <span className="vd-blank">—</span>) },
  {
    key: "applied_at",
    sort: "applied_at",
    width: 136,
    exports: ["applied_at", "effective_at", "effect_mode"],
    render: (a) => <span className="vd-num">{effectWords(a)}</span>,
  },
  {
    name: "reason_kind",
    width: 168,
    exports: ["reason_kind", "reason"],
    render: (a) => (
      <TwoLines title={a.reason} under={a.reason}>
        {ADJUST_REASONS[a.reason_kind]}
      </TwoLines>
    ),
  },
  { name: "source", width: 104, render: (a) => ADJUST_SOURCES[a.source] },
  {
    name: "maker_name",
    title: "申请",
    sort: "created_at",
    width: 144,
    exports: ["maker_name", "created_at"],
    render: (a) => <TwoLines under={<TimeText at={a.created_at} />}>{a.maker_name ?? "系统"}</TwoLines>,
  },
  { key: "due", title: "审核期限", width: 104, exports: ["due_at"], render: (a) => <Due at={a.due_at} /> },
  {
    name: "adjustment_status",
    width: 148,
    exports: ["adjustment_status", "reviewer_name", "reject_kind", "review_text", "decided_at"],
    render: (a) => (
      <TwoLines
        title={a.review_text ?? ""}
        under={[a.reviewer_name, a.reject_kind && ADJUST_REJECTS[a.reject_kind]].filter(Boolean).join(" · ")}
      >
        <AdjustState a={a} />
      </TwoLines>
    ),
  },
];

function bulkOf(open: Open, refresh: () => void): readonly BulkAct[] {
  return [
    {
      label: "通过",
      ids_only: true,
      may: may.price_adjustment,
      run: async (s) => {
        const content = "逐个按当前价格与毛利底线重新判断，不符合的会列出原因。";
        const results = await approveAll(idsOf(s), `通过 ${s.count} 个调价单？`, content);
        if (!results) return false;
        tellResults("通过", results);
        refresh();
        return true;
      },
    },
    {
      label: "驳回",
      ids_only: true,
      danger: true,
      may: may.price_adjustment,
      run: (s) =>
        new Promise((resolve) => {
          open((close) => (
            <RejectDialog
              ids={idsOf(s)}
              onDone={(results) => {
                resolve(true);
                refresh();
                setTimeout(() => tellResults("驳回", results));
              }}
              onClose={() => {
                close();
                resolve(false);
              }}
            />
          ));
        }),
    },
  ];
}

export default function PriceAdjustmentList() {
  const seesCost = useCan(may.cost_view);
  const [dialog, open] = useDialog();
  const [opened, look] = useOpened("adjust");
  const refresh = useAfterWrite();
  const columns = [NUMBER, ...CHANGE, ...(seesCost ? [MARGIN] : []), ...FACTS];
  return (
    <>
      <ListScreen
        endpoint={priceAdjustmentApi.price_adjustment_query}
        title="调价审核"
        keyword={{ name: "keyword", placeholder: "调价单号、批次、商品" }}
        filters={["sku_id", "price_kind", "reason_kind", "below_floor"]}
        more={["country_id", "source", "maker_id", "created_at", "applied_at"]}
        columns={columns}
        row={(a) => {
          const waits = a.adjustment_status === "pending" && a.moves.some((m) => m.move === "approve" && m.ok);
          return (
            <Button type="link" size="small" className="vd-plain-link" onClick={() => look(a.id)}>
              {waits ? "审核" : "查看"}
            </Button>
          );
        }}
      >
        <ListTabs tabs={TABS} useCounts={useAdjustCounts} />
        <ListBulk acts={bulkOf(open, refresh)} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待审核的调价单" />
        </ListEmpty>
      </ListScreen>
      {opened !== null && <AdjustmentDrawer key={opened} id={opened} open={open} onLook={look} onClose={() => look(null)} />}
      {dialog}
    </>
  );
}
