/** 供应商结算: what is unbilled, under way and overdue with each supplier; behind the second tab, every settlement. */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Empty } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { link, ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { SETTLE_CYCLES } from "@visadesk/contract/supplier/supplier.words.ts";
import type { AdjustFormProps } from "../adjustment/adjust-form.tsx";
import { CYCLES, PARTY_TABS } from "./settle-tabs.ts";
import { SettlementList } from "./settlement-list.tsx";
import { cyclesHref, type Party } from "./settle-words.tsx";

const AdjustForm = part<AdjustFormProps>(() => import("../adjustment/adjust-form.tsx").then((m) => m.AdjustForm));
const count = (n: number) => <span className={`vd-num${n === 0 ? " vd-muted" : ""}`}>{n}</span>;
const columns: readonly Column<Party>[] = [
  link("name", (p) => cyclesHref(p.id)),
  "kind",
  {
    name: "settle_cycle",
    exports: ["settle_cycle", "credit_days"],
    width: 108,
    render: (p) => `${SETTLE_CYCLES[p.settle_cycle]}/${p.credit_days}天`,
  },
  {
    name: "unbilled",
    exports: ["unbilled_count", "unbilled"],
    width: 120,
    align: "end",
    render: (p) => (
      <TwoLines num end under={`${p.unbilled_count} 笔`}>
        <Money cents={p.unbilled} />
      </TwoLines>
    ),
  },
  { name: "drafts", width: 76, align: "end", render: (p) => count(p.drafts) },
  { name: "sent", width: 76, align: "end", render: (p) => count(p.sent) },
  {
    name: "disputed",
    width: 76,
    align: "end",
    render: (p) => <span className={p.disputed > 0 ? "vd-error" : ""}>{count(p.disputed)}</span>,
  },
  { name: "to_pay", width: 76, align: "end", render: (p) => count(p.to_pay) },
  {
    name: "overdue",
    width: 112,
    align: "end",
    render: (p) => (
      <span className={p.overdue > 0 ? "vd-error" : "vd-muted"}>
        <Money cents={p.overdue} />
      </span>
    ),
  },
  { name: "payable", width: 120, align: "end", render: (p) => <Money cents={p.payable} /> },
  { name: "prepaid", width: 108, align: "end", render: (p) => <Money cents={p.prepaid} /> },
  "last_end",
];

function Parties() {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const [dialog, open] = useDialog();
  const mayAdjust = useCan(may.balance);
  const bill = async (p: Party): Promise<void> => {
    const yes = await confirm({ title: `为“${p.name}”出账？`, content: "已结束周期内未出账的明细各成一张结算单，未结束的周期不出账。" });
    if (!yes) return;
    const { made } = await ask(supplierSettleApi.supplier_settle_generate, { supplier_id: p.id, idempotency_key: uuid() });
    toast.success(`已出账 ${made.map((m) => m.settle_no).join("、")}`);
    afterWrite();
  };
  const prepay = (p: Party): void =>
    open((close) => (
      <AdjustForm
        title={`登记预付：${p.name}`}
        intro={`现有预付余额 ${money(p.prepaid)}；审批结算付款时先抵扣预付`}
        preset={{ kind: "supplier_prepay", supplier_id: p.id }}
        onClose={close}
      />
    ));
  return (
    <>
      <ListScreen
        endpoint={supplierSettleApi.supplier_settle_query}
        title="供应商结算"
        columns={columns}
        keyword={{ name: "keyword", placeholder: "供应商" }}
        filters={["kind", "settle_cycle", "has_dispute", "is_overdue", "has_unbilled"]}
        row={(p) => (
          <span className="vd-moves is-row">
            <Button type="link" size="small" onClick={() => go(cyclesHref(p.id))}>
              周期列表
            </Button>
            <ActMenu
              items={[
                ...(p.unbilled_count > 0
                  ? [{ key: "generate", label: "立即出账", onClick: () => void bill(p).catch(() => undefined) }]
                  : []),
                ...(mayAdjust ? [{ key: "prepay", label: "登记预付", onClick: () => prepay(p) }] : []),
              ]}
            >
              <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${p.name}的更多操作`} />
            </ActMenu>
          </span>
        )}
      >
        <ListTabs tabs={PARTY_TABS} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有供应商" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}

export default function SupplierSettleList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === CYCLES ? <SettlementList /> : <Parties />;
}
