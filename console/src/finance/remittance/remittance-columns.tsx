/** Columns of 汇款审核. */
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { openedHref } from "#kit/filter/use-opened.ts";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { REMIT_PURPOSES } from "@visadesk/contract/finance/remittance.words.ts";
import { PeerName } from "../withdrawal/peer-name.tsx";
import { MatchTag, type Remittance } from "./remittance-words.tsx";

const Blank = () => <span className="vd-blank">—</span>;
const HOUR_MS = 3_600_000;
/** How long it waits, or waited until it was booked. */
export function staying(r: Pick<Remittance, "submitted_at" | "booked_at" | "remittance_status">, now: Date): string {
  const waits = r.remittance_status === "pending" || r.remittance_status === "second_review";
  const end = waits ? now.getTime() : r.booked_at === null ? null : Date.parse(r.booked_at);
  if (end === null) return "";
  const hours = Math.max(0, Math.floor((end - Date.parse(r.submitted_at)) / HOUR_MS));
  if (hours < 1) return "不足1小时";
  return hours < 24 ? `${hours}小时` : `${Math.floor(hours / 24)}天${hours % 24}小时`;
}
const Who = ({ of: r }: { of: Remittance }) =>
  r.peer_id !== null && r.peer_name !== null ? (
    <TwoLines under={r.peer_no}>
      <PeerName of={{ peer_id: r.peer_id, peer_name: r.peer_name }} />
    </TwoLines>
  ) : (
    <>直客</>
  );
const Arrived = ({ of: r }: { of: Remittance }) => {
  const [first] = r.lines;
  if (!first) return <Blank />;
  return (
    <TwoLines under={r.lines.length > 1 ? `共 ${r.lines.length} 条流水` : first.ref}>
      <Money cents={r.matched} />
    </TwoLines>
  );
};

export const REMITTANCE_COLUMNS: readonly Column<Remittance>[] = [
  { ...link<Remittance>("remittance_no", (r) => openedHref("remittance", r.id)), width: 152 },
  { name: "peer_name", width: 136, exports: ["peer_no", "peer_name"], render: (r) => <Who of={r} /> },
  { name: "purpose", width: 64, render: (r) => REMIT_PURPOSES[r.purpose] },
  { name: "amount", sort: "amount", width: 116, align: "end", render: (r) => <Money cents={r.amount} /> },
  {
    name: "payer_name",
    width: 184,
    exports: ["payer_name", "payer_account", "payer_bank"],
    render: (r) => (
      <TwoLines under={<span className="vd-num">{r.payer_account}</span>} title={r.payer_name}>
        <span className={r.is_payer_known ? "" : "vd-error"}>{r.payer_name}</span>
      </TwoLines>
    ),
  },
  {
    name: "remittance_status",
    width: 96,
    render: (r) => <TwoLines under={r.is_overdue && <Mark tone="red">超时</Mark>}>{flowTag(remittanceFlow, r.remittance_status)}</TwoLines>,
  },
  { name: "due_at", sort: "due_at", width: 116, render: (r) => <TimeText at={r.due_at} stacked /> },
  {
    name: "suggestion",
    width: 124,
    exports: [],
    render: (r) => (r.suggestion === null ? <Blank /> : <MatchTag of={r.suggestion} />),
  },
  { name: "matched", title: "到账流水", width: 128, align: "end", render: (r) => <Arrived of={r} /> },
  { name: "account_name", width: 112, render: (r) => r.account_name },
  {
    name: "remitted_on",
    width: 112,
    exports: ["remitted_on", "bank_ref"],
    render: (r) => <TwoLines under={r.bank_ref}>{r.remitted_on}</TwoLines>,
  },
  {
    name: "submitted_by_name",
    width: 96,
    title: "提交/审核人",
    exports: ["submitted_by_name", "approved_by_name", "rechecked_by_name"],
    render: (r) => (
      <TwoLines under={[r.approved_by_name, r.rechecked_by_name].filter(Boolean).join("、")}>{r.submitted_by_name ?? "同行"}</TwoLines>
    ),
  },
  {
    name: "submitted_at",
    width: 104,
    title: "停留时长",
    exports: ["submitted_at", "booked_at"],
    render: (r) => <span className="vd-num">{staying(r, new Date())}</span>,
  },
  { name: "created_at", sort: "created_at", width: 116, render: (r) => <TimeText at={r.created_at} stacked /> },
];
