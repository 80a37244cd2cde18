/** Columns of 订单提醒: how pressing, of whom, what, how often, what came of it, whose it is and until when. */
import {
  orderRemindFlow,
  REMIND_CHANNELS,
  REMIND_ENDS,
  REMIND_KINDS,
  REMIND_LEVELS,
  REMIND_SOURCES,
  SEND_RESULTS,
} from "@visadesk/contract/order/order-remind.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { OrderLink } from "../refund/refund-words.tsx";
import { isInward, type RemindRow } from "./remind-moves.tsx";

export const LEVEL_TONES = { normal: "blue", high: "orange", critical: "red" } as const;
const at = (time: string | null) => (time === null ? "—" : <TimeText at={time} />);

/** An urge is answered with who has to act and until when. */
function acting(r: RemindRow) {
  if (!isInward(r) || r.waiting_party === null) return r.snooze_reason || r.reply || r.close_reason;
  return (
    <>
      等{PARTIES[r.waiting_party]}
      {r.acting_name !== null && ` · ${r.acting_name}`}
      {r.acting_due_at !== null && (
        <>
          ，截止 <TimeText at={r.acting_due_at} />
        </>
      )}
    </>
  );
}

export const remindColumns: readonly Column<RemindRow>[] = [
  { name: "level", width: 72, render: (r) => <Mark tone={LEVEL_TONES[r.level]}>{REMIND_LEVELS[r.level]}</Mark> },
  {
    name: "order_no",
    title: "订单/申请人",
    width: 160,
    exports: ["order_no", "applicant_name", "sku_name"],
    render: (r) => (
      <TwoLines under={r.applicant_name ?? (r.applicant_seq === null ? "整单" : `申请人${r.applicant_seq}`)}>
        {<OrderLink of={r} />}
      </TwoLines>
    ),
  },
  {
    name: "contact_name",
    width: 112,
    exports: ["contact_name", "peer_name"],
    render: (r) => (
      <TwoLines under={r.peer_id === null ? "直客" : <PeerLink id={r.peer_id}>{r.peer_name ?? ""}</PeerLink>}>{r.contact_name}</TwoLines>
    ),
  },
  { name: "kind", width: 96, render: (r) => REMIND_KINDS[r.kind] },
  {
    name: "content",
    width: 260,
    exports: ["content", "reply", "close_kind", "close_reason"],
    render: (r) => (
      <TwoLines title={r.content} under={acting(r)}>
        {r.content}
      </TwoLines>
    ),
  },
  { name: "source", width: 72, exports: ["source", "created_by_name"], render: (r) => REMIND_SOURCES[r.source] },
  { name: "times", width: 60, align: "end", render: (r) => <span className="vd-num">{r.times}</span> },
  {
    name: "last_at",
    title: "上次/下次",
    sort: "last_at",
    width: 132,
    exports: ["last_at", "next_at"],
    render: (r) => <TwoLines under={r.next_at !== null && <>下次 {at(r.next_at)}</>}>{at(r.last_at)}</TwoLines>,
  },
  {
    name: "send_result",
    width: 128,
    exports: ["channel", "send_result", "sent_at", "sent_times"],
    render: (r) =>
      r.send_result === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines under={at(r.sent_at)}>
          {REMIND_CHANNELS[r.channel]} · {SEND_RESULTS[r.send_result]}
        </TwoLines>
      ),
  },
  { name: "handler_name", width: 80, render: (r) => r.handler_name ?? <span className="vd-warn">待分配</span> },
  { name: "due_at", sort: "due_at", width: 128, render: (r) => at(r.due_at) },
  {
    name: "remind_status",
    width: 112,
    exports: ["remind_status", "closed_at"],
    render: (r) => (
      <TwoLines under={r.close_kind !== null && REMIND_ENDS[r.close_kind]}>{flowTag(orderRemindFlow, r.remind_status)}</TwoLines>
    ),
  },
];
