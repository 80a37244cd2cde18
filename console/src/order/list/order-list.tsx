/** 订单处理: one row per applicant, so that people across orders are handled together. */
import { Button } from "antd";
import { lazy, Suspense, type ReactElement } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { uuid } from "#kit/app/hash.ts";
import { Item } from "#kit/page/item.tsx";
import { ListActs, ListBulk, ListScope, ListScreen, ListTabs, stageTabs, type BulkAct } from "#kit/list/list-screen.tsx";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { usePaletteActions } from "#kit/palette-actions.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { idsOf } from "#kit/list/list-model.ts";
import { RerouteDialog } from "#shared/reroute/reroute-part.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import { APPLICANT_TABS, REROUTABLE_STATES } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { applicantColumns, type ApplicantRow } from "../applicant/applicant-columns.tsx";
import { ApplicantRowActs } from "../applicant/applicant-row-acts.tsx";
import { dialogAct } from "../dialog-act.tsx";
import { KEYWORD_HINT } from "./list-cells.tsx";
import { useApplicantCounts } from "../applicant/applicant-counts.ts";
import { useScopeSwitch } from "./list-scope.ts";
import { usePanel } from "../panel.ts";

const OrderEntryDrawer = lazy(() => import("../entry/order-entry-drawer.tsx"));
const OrderImportDrawer = part(() => import("../import/order-import-drawer.tsx").then((m) => m.OrderImportDrawer), null, "drawn");
const BatchDrawer = lazy(() => import("../batch/batch-drawer.tsx"));

const TABS = stageTabs<typeof applicantApi.applicant_query>(APPLICANT_TABS);

type Open = (make: (close: () => void) => ReactElement) => void;

const inState = (state: ApplicantRow["applicant_status"], none: string): NonNullable<BulkAct["fits"]> => ({
  of: (row: ApplicantRow) => row.applicant_status === state,
  none,
});

const outcomeOf = (list: readonly { ok: boolean; msg: string }[]) => {
  const left = list.filter((r) => !r.ok);
  return { done: list.length - left.length, left };
};

function bulkOf(open: Open, openBatch: (id: number) => void): readonly BulkAct[] {
  return [
    {
      label: "预审通过",
      fits: inState("pre_review", "所选申请人都不在待预审"),
      ids_only: true,
      may: may.order_process,
      run: async (s) => {
        if (!(await confirm({ title: `${s.count} 人预审通过？`, content: "逐人判断，资料未审完或不符合的会列出原因。", ok: "预审通过" })))
          throw new Error("closed");
        const { list } = await ask(applicantApi.applicant_move_batch, { move: "review_pass", ids: idsOf(s), idempotency_key: uuid() });
        tellOutcome("预审通过", "人", outcomeOf(list));
      },
    },
    {
      label: "登记送签",
      fits: inState("awaiting_submission", "所选申请人都不在待送签"),
      ids_only: true,
      may: may.order_process,
      run: (s) =>
        dialogAct(open, (close, done) => (
          <FormDialog
            endpoint={applicantApi.applicant_move_batch}
            title={`登记送签 ${s.count} 人`}
            okText="登记送签"
            intro="同一使领馆和送签地的人归入一个批次，逐人登记。"
            initial={{ move: "submit", ids: idsOf(s), submit_date: shanghaiDate(new Date()) }}
            onClose={close}
            onDone={({ list, batch_no }) => {
              done();
              setTimeout(() => tellOutcome("登记送签", "人", outcomeOf(list), batch_no ? `批次 ${batch_no}` : ""));
            }}
          >
            <Item name="submit_date" />
            <Item name="with_originals" help="不勾选则原件仍在我方，由交接单寄出" />
          </FormDialog>
        )),
    },
    {
      label: "换供应商",
      fits: { of: (row: ApplicantRow) => REROUTABLE_STATES.includes(row.applicant_status), none: "预审通过后、送签前才能换供应商" },
      ids_only: true,
      may: may.order_process,
      run: (s) => dialogAct(open, (close, done) => <RerouteDialog act="换供应商" applicantIds={idsOf(s)} onDone={done} onClose={close} />),
    },
    {
      label: "建送签批次",
      fits: inState("awaiting_submission", "所选申请人都不在待送签"),
      ids_only: true,
      may: may.order_process,
      run: (s) =>
        dialogAct(open, (close, done) => (
          <FormDialog
            endpoint={submissionBatchApi.submission_batch_add}
            title={`建送签批次 ${s.count} 人`}
            okText="建批次"
            intro="批次内须为同一使领馆和送签地。"
            initial={{ applicant_ids: idsOf(s), plan_date: shanghaiDate(new Date()) }}
            onClose={close}
            onDone={(batch) => {
              done();
              openBatch(batch.id);
            }}
          >
            <Item name="plan_date" />
          </FormDialog>
        )),
    },
  ];
}

export default function OrderList() {
  const scope = useScopeSwitch();
  const [dialog, open] = useDialog();
  const [panel, setPanel] = usePanel();
  const afterWrite = useAfterWrite();
  const mayEnter = useCan(may.order_entry);
  usePaletteActions([
    { key: "order-entry", label: "代客下单", may: may.order_entry, run: () => setPanel("entry") },
    { key: "order-import", label: "导入订单", may: may.order_entry, run: () => setPanel("import") },
    { key: "batch", label: "送签批次", may: may.order_process, run: () => setPanel("batch") },
  ]);
  const close = (): void => setPanel(null);
  return (
    <>
      <ListScreen
        endpoint={applicantApi.applicant_query}
        title="订单处理"
        columns={applicantColumns}
        keyword={{ name: "keyword", placeholder: "订单号、姓名、手机或护照", hint: KEYWORD_HINT }}
        filters={["country_id", "waiting_party", "due", "expert_id"]}
        more={[
          "applicant_status",
          "visa_type",
          "sku_id",
          "identity",
          "peer_id",
          "level_id",
          "supplement_round",
          "is_urgent",
          "on_hold",
          "travel_date",
          "submit_date",
          "created_at",
        ]}
        row={(a) => <ApplicantRowActs row={a} done={afterWrite} />}
      >
        <ListTabs tabs={TABS} useCounts={useApplicantCounts} />
        <ListActs>
          <Button onClick={() => setPanel("batch")}>送签批次</Button>
          {mayEnter && <Button onClick={() => setPanel("import")}>导入订单</Button>}
          {mayEnter && (
            <Button type="primary" onClick={() => setPanel("entry")}>
              代客下单
            </Button>
          )}
        </ListActs>
        <ListBulk acts={bulkOf(open, (id) => setPanel(`batch-${id}`))} />
        {scope && <ListScope {...scope} opensAt="mine" />}
      </ListScreen>
      {dialog}
      <Suspense fallback={null}>
        {panel === "entry" && mayEnter && <OrderEntryDrawer onClose={close} />}
        {panel === "import" && mayEnter && <OrderImportDrawer onClose={close} />}
        {panel?.startsWith("batch") && (
          <BatchDrawer
            batchId={Number(panel.slice(6)) || null}
            onPick={(id) => setPanel(id === null ? "batch" : `batch-${id}`)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
