/** Columns of 工单: which matter, whose, in which state, until when; then what was said and how it was judged. */
import { MESSAGE_KINDS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { workOrderHref } from "./work-order-place.ts";
import { FirstReply, kindText, Left, OrderLink, WorkOrderState, type WorkOrder } from "./work-order-words.tsx";

export const workOrderColumns: readonly Column<WorkOrder>[] = [
  { ...link<WorkOrder>("work_order_no", (w) => workOrderHref(w.work_order_no)), width: 136 },
  {
    name: "title",
    title: "大类/标题",
    width: 144,
    exports: ["category", "config_name", "title"],
    render: (w) => (
      <TwoLines title={w.title} under={kindText(w)}>
        {w.title}
      </TwoLines>
    ),
  },
  {
    name: "peer_name",
    width: 108,
    exports: ["peer_name", "level_id"],
    render: (w) => (
      <TwoLines title={w.peer_name} under={w.level_id}>
        {w.peer_name}
      </TwoLines>
    ),
  },
  {
    name: "work_order_status",
    width: 140,
    exports: ["work_order_status", "reopen_count", "is_unlinked"],
    render: (w) => <WorkOrderState w={w} />,
  },
  { name: "handler_name", width: 72, render: (w) => w.handler_name ?? <span className="vd-warn">待分配</span> },
  {
    name: "due_reply_at",
    title: "首响",
    width: 136,
    exports: ["first_reply_at", "due_reply_at"],
    render: (w) => (
      <TwoLines under={w.first_reply_at !== null && <TimeText at={w.first_reply_at} />}>
        <FirstReply w={w} />
      </TwoLines>
    ),
  },
  {
    name: "due_at",
    title: "解决",
    width: 132,
    sort: "due_at",
    render: (w) =>
      w.resolve_left === null ? (
        "—"
      ) : (
        <TwoLines under={w.work_order_status !== "waiting_peer" && <TimeText at={w.due_at} />}>
          <Left left={w.resolve_left} due={w.due_at} isStopped={w.work_order_status === "waiting_peer"} />
        </TwoLines>
      ),
  },
  { name: "order_no", width: 140, render: (w) => <OrderLink w={w} /> },
  {
    name: "last_message_at",
    width: 128,
    sort: "last_message_at",
    render: (w) =>
      w.last_message_at === null ? (
        "—"
      ) : (
        <TwoLines under={<TimeText at={w.last_message_at} />}>{w.last_message_kind && MESSAGE_KINDS[w.last_message_kind]}</TwoLines>
      ),
  },
  "created_at",
  { name: "score", width: 64, align: "end", render: (w) => (w.score === null ? "—" : <span className="vd-num">{w.score}</span>) },
];
