/** Columns of 同行列表. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { money, percentText, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { SETTLE_MODES, UNBILLED } from "@visadesk/contract/peer/peer/peer.words.ts";
import { ActivityTag, Count, Level, ownerText, peerHref, PeerState, type Peer } from "./peer-words.tsx";

const Blank = () => <span className="vd-blank">—</span>;
/** Principal and gift under their sum. */
const Balance = ({ peer: p }: { peer: Peer }) => (
  <TwoLines under={p.gift === 0 ? "" : `含赠送 ${money(p.gift)}`}>
    <Money cents={p.balance} />
  </TwoLines>
);
const Credit = ({ peer: p }: { peer: Peer }) =>
  p.settle_mode !== "credit" && p.credit_used === 0 ? (
    <Blank />
  ) : (
    <TwoLines under={`额度 ${money(p.credit_limit)}`}>
      <span className={p.is_over_limit ? "vd-error" : ""}>
        <Money cents={p.credit_available} />
      </span>
      {p.is_over_limit && <Mark tone="red">超额</Mark>}
      {p.credit_blocked !== null && (
        <span title={p.credit_blocked}>
          <Mark tone="red">已停</Mark>
        </span>
      )}
    </TwoLines>
  );
/** Without statements the days alone are known. */
const Overdue = ({ peer: p }: { peer: Peer }) =>
  p.overdue_days === 0 ? (
    <Blank />
  ) : (
    <TwoLines under={p.overdue_amount === null ? UNBILLED : `${p.overdue_days} 天`}>
      <span className="vd-error vd-num">{p.overdue_amount === null ? `${p.overdue_days} 天` : money(p.overdue_amount)}</span>
    </TwoLines>
  );
const growth = (p: Peer): string =>
  p.gmv_before <= 0 ? "" : `${p.gmv_30 >= p.gmv_before ? "+" : "−"}${percentText(Math.abs(p.gmv_30 - p.gmv_before) / p.gmv_before, 1)}`;

export const COLUMNS: readonly Column<Peer>[] = [
  { ...link<Peer>("peer_no", peerHref), sort: "peer_no", width: 104 },
  {
    name: "short_name",
    width: 152,
    exports: ["short_name", "name"],
    render: (p) => (
      <TwoLines title={p.name} under={p.name}>
        <HrefLink href={peerHref(p)}>{p.short_name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "level_id", width: 72, render: (p) => <Level peer={p} /> },
  { name: "state", width: 100, render: (p) => <PeerState peer={p} /> },
  { name: "bd_owner_name", width: 72, render: (p) => ownerText(p.bd_owner_name) },
  { name: "cs_owner_name", width: 72, render: (p) => ownerText(p.cs_owner_name) },
  { key: "balance", width: 112, align: "end", exports: ["principal", "gift"], render: (p) => <Balance peer={p} /> },
  {
    key: "credit_available",
    title: "授信可用",
    width: 136,
    align: "end",
    exports: ["credit_limit", "temp_limit", "temp_until", "credit_available", "credit_blocked"],
    render: (p) => <Credit peer={p} />,
  },
  {
    name: "overdue_days",
    title: "逾期",
    width: 112,
    align: "end",
    exports: ["overdue_days", "overdue_amount", "overdue_note"],
    render: (p) => <Overdue peer={p} />,
  },
  { name: "orders_30", width: 84, align: "end", render: (p) => <span className="vd-num">{p.orders_30}</span> },
  {
    name: "gmv_30",
    width: 120,
    align: "end",
    hint: "实付减退款；下方为与再前30天相比",
    exports: ["gmv_30", "gmv_before"],
    render: (p) => (
      <TwoLines under={growth(p)}>
        <Money cents={p.gmv_30} />
      </TwoLines>
    ),
  },
  {
    name: "refund_rate",
    width: 76,
    align: "end",
    hint: "近30天退款占实付",
    render: (p) => (p.refund_rate === null ? <Blank /> : <span className="vd-num">{percentText(p.refund_rate, 1)}</span>),
  },
  { name: "open_work_orders", width: 84, align: "end", render: (p) => <Count n={p.open_work_orders} href={peerHref(p, "work_orders")} /> },
  { name: "settle_mode", width: 76, render: (p) => SETTLE_MODES[p.settle_mode] },
  { name: "place_text", width: 112, render: (p) => p.place_text || <Blank /> },
  { name: "service_group_name", width: 88, render: (p) => p.service_group_name ?? <Blank /> },
  { name: "last_order_at", width: 108, render: (p) => (p.last_order_at === null ? <Blank /> : <TimeText at={p.last_order_at} />) },
  { name: "activity", width: 76, render: (p) => <ActivityTag peer={p} /> },
  { name: "approved_at", sort: "approved_at", width: 104, render: (p) => <span className="vd-num">{shanghaiDate(p.approved_at)}</span> },
];
