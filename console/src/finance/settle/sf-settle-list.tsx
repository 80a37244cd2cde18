/** 快递结算: one row per carrier and monthly card; behind the second tab, every bill. */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Empty } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { uuid } from "#kit/app/hash.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { link, ListActs, ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { expressSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import type { ImportLatestProps } from "./settle-import-latest.tsx";
import { SettleMoves } from "./settle-moves.tsx";
import { CARD_TABS, CYCLES } from "./settle-tabs.ts";
import { withCarrier } from "./settlement-columns.tsx";
import { carrierCyclesHref, settleHref, type CardParty } from "./settle-words.tsx";

interface Closes {
  onClose: () => void;
}
const CardAdd = part<Closes>(() => import("./carrier-card-form.tsx").then((m) => m.CardAdd));
const CardEdit = part<Closes & { id: number }>(() => import("./carrier-card-form.tsx").then((m) => m.CardEdit));
const CardRates = part<Closes & { id: number }>(() => import("./carrier-card-form.tsx").then((m) => m.CardRates));
const ImportLatest = part<ImportLatestProps>(() => import("./settle-import-latest.tsx").then((m) => m.ImportLatest));

const count = (n: number) => <span className={`vd-num${n === 0 ? " vd-muted" : ""}`}>{n}</span>;
const blank = <span className="vd-muted">—</span>;
const columns: readonly Column<CardParty>[] = [
  link("supplier_name", (c) => carrierCyclesHref(c.supplier_id, c.id)),
  {
    name: "card_name",
    sort: "card_name",
    exports: ["card_name", "card_no"],
    width: 168,
    render: (c) => (
      <TwoLines under={c.card_no}>
        {c.card_name} {!c.is_enabled && <Mark>停用</Mark>}
      </TwoLines>
    ),
  },
  { name: "team_name", width: 112, render: (c) => c.team_name ?? <span className="vd-muted">各团队</span> },
  { name: "month_count", width: 92, align: "end", render: (c) => count(c.month_count) },
  { name: "month_cost", width: 112, align: "end", render: (c) => <Money cents={c.month_cost} /> },
  {
    name: "last_final",
    sort: "last_end",
    exports: ["last_no", "last_end", "last_final"],
    width: 152,
    align: "end",
    render: (c) =>
      c.last_final === null ? (
        blank
      ) : (
        <TwoLines num end under={c.last_end}>
          <Money cents={c.last_final} />
        </TwoLines>
      ),
  },
  {
    name: "difference_count",
    width: 84,
    align: "end",
    render: (c) => <span className={c.difference_count > 0 ? "vd-error" : ""}>{count(c.difference_count)}</span>,
  },
  {
    name: "unpaid",
    exports: ["unpaid", "overdue"],
    width: 120,
    align: "end",
    render: (c) => (
      <span className={c.overdue > 0 ? "vd-error" : ""}>
        <Money cents={c.unpaid} />
      </span>
    ),
  },
  {
    name: "settlement_status",
    exports: ["settlement_status", "is_enabled"],
    width: 104,
    render: (c) => (c.settlement_status === null ? blank : flowTag(expressSettleFlow, c.settlement_status)),
  },
];

function RowActs({ card: c, open }: { card: CardParty; open: ReturnType<typeof useDialog>[1] }) {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const logActs = useLogActs();
  const bill = async (): Promise<void> => {
    const yes = await confirm({
      title: `为“${c.supplier_name}”出账？`,
      content: "已结束月份内未出账的运单按月结卡各成一张结算单，未结束的月份不出账。",
    });
    if (!yes) return;
    const { made } = await ask(expressSettleApi.express_settle_generate, { supplier_id: c.supplier_id, idempotency_key: uuid() });
    toast.success(`已出账 ${made.map((m) => m.settle_no).join("、")}`);
    afterWrite();
  };
  const isOpen = c.last_id !== null && ["draft", "sent", "disputed"].includes(c.settlement_status ?? "");
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => go(carrierCyclesHref(c.supplier_id, c.id))}>
        周期
      </Button>
      <Button
        type="link"
        size="small"
        disabled={!isOpen}
        title={isOpen ? "" : "没有待核对的账单"}
        onClick={() => open((close) => <ImportLatest id={c.last_id ?? 0} onClose={close} />)}
      >
        导入账单
      </Button>
      <Button type="link" size="small" onClick={() => open((close) => <CardRates id={c.id} onClose={close} />)}>
        运价表
      </Button>
      <ActMenu
        items={[
          { key: "edit", label: "编辑", onClick: () => open((close) => <CardEdit id={c.id} onClose={close} />) },
          ...(c.last_id === null
            ? []
            : [
                {
                  key: "last",
                  label: "上期账单",
                  onClick: () => go(settleHref({ id: c.last_id ?? 0, supplier_id: c.supplier_id, kind: "carrier" })),
                },
              ]),
          { key: "generate", label: "立即出账", onClick: () => void bill().catch(() => undefined) },
          ...logActs("carrier_card", c.id),
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${c.card_name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

function Cards() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={expressSettleApi.express_settle_query}
        title="快递结算"
        columns={columns}
        keyword={{ name: "keyword", placeholder: "快递公司、月结卡" }}
        filters={["supplier_id", "team_id", "has_difference", "is_overdue"]}
        more={["is_enabled"]}
        row={(c) => <RowActs card={c} open={open} />}
      >
        <ListTabs tabs={CARD_TABS} />
        <ListActs>
          <Button type="primary" onClick={() => open((close) => <CardAdd onClose={close} />)}>
            新增月结卡
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有月结卡" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}

const Bills = () => (
  <ListScreen
    endpoint={expressSettleApi.express_settle_cycle_query}
    title="快递结算"
    columns={withCarrier}
    keyword={{ name: "keyword", placeholder: "单号、快递公司" }}
    filters={["settlement_status", "card_id", "cycle_end", "is_overdue"]}
    more={["due_on", "queue"]}
    row={(s) => <SettleMoves settlement={s} />}
  >
    <ListTabs tabs={CARD_TABS} />
    <ListEmpty>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有结算单；每月1日为上月运单出账" />
    </ListEmpty>
  </ListScreen>
);

export default function SfSettleList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === CYCLES ? <Bills /> : <Cards />;
}
