/** 同行结算: every statement of peers, how late its money is; behind the last tab, who owes. */
import { useQueryClient } from "@tanstack/react-query";
import { Empty } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { AGING } from "@visadesk/contract/finance/peer/peer-settle.words.ts";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { peerSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { DebtorList } from "./debtor-list.tsx";
import { PeerSettleMoves } from "./peer-settle-moves.tsx";
import { DEBTORS, STATEMENT_TABS, usePeerSettleStat, useStatementCounts } from "./peer-settle-tabs.ts";
import { listHref, monthOf, statementHref, type Statement } from "./peer-settle-words.tsx";
import { statementBulk } from "./statement-bulk.ts";

const amount = (name: "opening" | "consumed" | "refunded" | "repaid" | "closing", width = 94): Column<Statement> => ({
  name,
  width,
  align: "end",
  render: (s) => <Money cents={s[name]} />,
});
const COLUMNS: readonly Column<Statement>[] = [
  {
    name: "party_name",
    width: 144,
    exports: ["settle_no", "peer_no", "party_name"],
    render: (s) => (
      <TwoLines under={s.settle_no}>
        <HrefLink href={statementHref(s.id)}>{s.party_name}</HrefLink>
      </TwoLines>
    ),
  },
  {
    name: "level_id",
    title: "等级/BD",
    width: 72,
    exports: ["level_id", "bd_owner_name"],
    render: (s) => <TwoLines under={s.bd_owner_name}>{s.level_id}</TwoLines>,
  },
  {
    name: "cycle_end",
    sort: "cycle_end",
    title: "月份",
    width: 78,
    exports: ["cycle_start", "cycle_end", "line_count"],
    render: (s) => <span className="vd-num">{monthOf(s)}</span>,
  },
  amount("opening"),
  amount("consumed"),
  amount("refunded", 84),
  amount("repaid"),
  amount("closing"),
  {
    name: "remaining",
    sort: "remaining",
    width: 124,
    align: "end",
    exports: ["final", "paid", "remaining", "to_offset"],
    render: (s) =>
      s.settlement_status === "void" ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines end num under={s.to_offset > 0 && `待抵扣 ${money(s.to_offset)}`}>
          <Money cents={s.remaining} />
        </TwoLines>
      ),
  },
  {
    name: "due_on",
    sort: "due_on",
    title: "还款日/逾期",
    width: 104,
    exports: ["due_on", "overdue_days"],
    render: (s) => (
      <TwoLines num under={s.overdue_days > 0 && <Mark tone="red">{`逾期 ${s.overdue_days} 天`}</Mark>}>
        {s.due_on}
      </TwoLines>
    ),
  },
  {
    name: "settlement_status",
    width: 92,
    exports: ["settlement_status", "reminded_on"],
    render: (s) => (
      <TwoLines under={s.reminded_on !== null && s.remaining > 0 && `${s.reminded_on.slice(5)} 已催`}>
        {flowTag(peerSettleFlow, s.settlement_status)}
      </TwoLines>
    ),
  },
];

/** What is to be paid, by how late it is. */
function Ages() {
  const aging = usePeerSettleStat()?.aging;
  return (
    <span className="vd-wraps vd-small">
      {(aging ?? []).map((a) => {
        const said = (
          <>
            {AGING[a.key]} <Money cents={a.amount} />（{a.count}）
          </>
        );
        return (
          <span key={a.key} className={a.key !== "current" && a.amount > 0 ? "vd-error" : ""}>
            {a.count === 0 ? said : <HrefLink href={listHref({ aging: a.key })}>{said}</HrefLink>}
          </span>
        );
      })}
    </span>
  );
}

function Statements() {
  const client = useQueryClient();
  return (
    <ListScreen
      endpoint={peerSettleApi.peer_settle_cycle_query}
      title="同行结算"
      columns={COLUMNS}
      keyword={{ name: "keyword", placeholder: "单号、同行" }}
      filters={["peer_id", "bd_owner_id", "cycle_end", "settlement_status", "aging"]}
      more={["level_id", "due_on", "is_overdue", "queue"]}
      row={(s) => <PeerSettleMoves statement={s} />}
    >
      <ListTabs tabs={STATEMENT_TABS} useCounts={useStatementCounts} />
      <ListFigures>
        <Ages />
      </ListFigures>
      <ListBulk acts={statementBulk(client)} />
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有账单；每月 1 日为上月有授信消费的同行自动出账" />
      </ListEmpty>
    </ListScreen>
  );
}

export default function PeerSettleList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === DEBTORS ? <DebtorList /> : <Statements />;
}
