/** 余额明细 of all peers in sight, the newest first. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Empty } from "antd";
import { askFilter } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListFigures, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import { PEER_ACCOUNT_WORDS } from "@visadesk/contract/finance/ledger.words.ts";
import { BalanceActs, type BalanceLine } from "./balance-acts.tsx";
import { BalanceButtons } from "./balance-buttons.tsx";
import { BALANCE_TABS } from "./balance-tabs.ts";
import { useBalanceTabCounts } from "./tab-counts.ts";
import { useOrderHref } from "#shared/order-href.ts";

const Blank = () => <span className="vd-blank">—</span>;
const Amount = ({ cents }: { cents: number | null }) => (cents === null ? <Blank /> : <Money cents={cents} />);

function Related({ line: l }: { line: BalanceLine }) {
  const href = useOrderHref(l.order_id);
  if (l.related_no === "") return <Blank />;
  return href === undefined ? <span className="vd-num">{l.related_no}</span> : <HrefLink href={href}>{l.related_no}</HrefLink>;
}

export const BALANCE_COLUMNS: readonly Column<BalanceLine>[] = [
  { name: "no", width: 148, render: (l) => <span className="vd-num">{l.no}</span> },
  { name: "at", width: 108, render: (l) => <TimeText at={l.at} stacked /> },
  { name: "booked_on", width: 92, render: (l) => <span className="vd-num">{l.booked_on}</span> },
  {
    name: "peer_name",
    width: 124,
    exports: ["peer_no", "peer_name"],
    render: (l) => (
      <TwoLines under={l.peer_no}>
        <PeerLink id={l.peer_id}>{l.peer_name}</PeerLink>
      </TwoLines>
    ),
  },
  { name: "account", width: 60, render: (l) => PEER_ACCOUNT_WORDS[l.account] },
  { name: "change", width: 96, render: (l) => l.change },
  { name: "income", width: 104, align: "end", render: (l) => <Amount cents={l.income} /> },
  { name: "outcome", width: 104, align: "end", render: (l) => <Amount cents={l.outcome} /> },
  { name: "balance_after", width: 112, align: "end", hint: "授信以负数表示已用额度", render: (l) => <Amount cents={l.balance_after} /> },
  { name: "related_no", width: 160, render: (l) => <Related line={l} /> },
  { name: "created_by_name", width: 84, render: (l) => l.created_by_name ?? <Blank /> },
  {
    name: "note",
    width: 148,
    render: (l) =>
      l.note ? (
        <span className="vd-ellipsis" title={l.note}>
          {l.note}
        </span>
      ) : (
        <Blank />
      ),
  },
];

const one = (v: unknown): boolean => Array.isArray(v) && v.length === 1;
function Sums({ filter }: { filter: Record<string, unknown> }) {
  const { data } = useQuery({
    queryKey: [balanceApi.balance_sum_get.name, filter],
    queryFn: ({ signal }) => askFilter(balanceApi.balance_sum_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const figures = [
    ["期初", data.opening],
    ["收入合计", data.income],
    ["支出合计", data.outcome],
    ["期末", data.closing],
  ] as const;
  return figures.map(([label, cents]) => (
    <span key={label} className="vd-num">
      {label}{" "}
      <b className="vd-medium">
        <Money cents={cents} />
      </b>
    </span>
  ));
}
/** Sums are told of one account of one peer: of several they would add what is had and what is owed. */
const Figures = ({ filter }: { filter: Record<string, unknown> }) =>
  one(filter["peer_id"]) && one(filter["account"]) ? <Sums filter={filter} /> : null;

export const BalanceList = () => (
  <ListScreen
    endpoint={balanceApi.balance_query}
    title="余额明细"
    keyword={{ name: "related_no", placeholder: "关联单号、凭证号" }}
    columns={BALANCE_COLUMNS}
    filters={["peer_id", "account", "change_type", "booked_on"]}
    more={["direction", "amount", "bd_owner_id"]}
    row={(l) => <BalanceActs line={l} />}
  >
    <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
    <ListTabs tabs={BALANCE_TABS} useCounts={useBalanceTabCounts} />
    <ListActs>
      <BalanceButtons />
    </ListActs>
    <ListEmpty>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有余额变动；充值、支付与退款入账后出现在这里" />
    </ListEmpty>
  </ListScreen>
);
