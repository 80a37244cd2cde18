/** Columns of 我方负责人; every figure opens the rows it counts. */
import { unbilledText } from "@visadesk/contract/peer/peer/peer.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { Figure, managerHref, peersOf, rolesText, workOrdersOf, type Manager } from "./manager-words.tsx";

const Blank = () => <span className="vd-blank">—</span>;
const Name = ({ manager: m }: { manager: Manager }) => (
  <span className="vd-marks">
    <HrefLink href={managerHref(m.worker_id)}>{m.worker_name}</HrefLink>
    {!m.worker_enabled && <Mark>已停用</Mark>}
    {m.leave_until !== null && <Mark tone="orange">休假</Mark>}
  </span>
);
const counted = (name: "active_count" | "silent_count" | "lost_count", activity: string, tone = ""): Column<Manager> => ({
  name,
  width: 56,
  align: "end",
  render: (m) => <Figure text={m[name]} of={peersOf(m.worker_id, { activity })} tone={tone} />,
});

export const COLUMNS: readonly Column<Manager>[] = [
  {
    key: "worker_name",
    width: 108,
    exports: ["worker_name", "leave_until"],
    href: (m) => managerHref(m.worker_id),
    render: (m) => <Name manager={m} />,
  },
  { name: "roles", width: 72, render: rolesText },
  { name: "team_name", width: 72, render: (m) => m.team_name ?? <Blank /> },
  {
    name: "region_text",
    width: 112,
    render: (m) => (
      <span className="vd-ellipsis" title={m.region_text}>
        {m.region_text || <Blank />}
      </span>
    ),
  },
  {
    name: "peer_count",
    title: "同行数/上限",
    width: 104,
    align: "end",
    exports: ["peer_count", "max_peers"],
    render: (m) => (
      <TwoLines end under={m.is_over_max && <Mark tone="red">超上限</Mark>}>
        <span className="vd-num">
          <Figure text={m.peer_count} of={peersOf(m.worker_id)} /> / {m.max_peers ?? "不限"}
        </span>
      </TwoLines>
    ),
  },
  {
    name: "new_count",
    width: 76,
    align: "end",
    render: (m) => <Figure text={m.new_count} of={peersOf(m.worker_id, { approved_at: "month" })} />,
  },
  counted("active_count", "active"),
  counted("silent_count", "silent", "vd-warn"),
  counted("lost_count", "lost", "vd-warn"),
  {
    name: "gmv_month",
    width: 108,
    align: "end",
    hint: "本月已支付订单的实付减退款",
    exports: ["gmv_month", "month_target", "target_rate"],
    render: (m) => (
      <TwoLines end num under={m.target_rate === null ? "" : `目标 ${percentText(m.target_rate, 1)}`}>
        <Figure text={money(m.gmv_month)} isNone={m.gmv_month === 0} of={peersOf(m.worker_id)} />
      </TwoLines>
    ),
  },
  {
    name: "repaid_month",
    width: 120,
    align: "end",
    hint: "本月登记的还款",
    render: (m) => (
      <Figure text={money(m.repaid_month)} isNone={m.repaid_month === 0} of={peersOf(m.worker_id, { settle_mode: "credit" })} />
    ),
  },
  {
    name: "overdue_peers",
    title: "逾期",
    width: 88,
    align: "end",
    hint: "逾期家数；有账单后下方为逾期额",
    exports: ["overdue_peers", "overdue_amount", "overdue_note"],
    render: (m) => (
      <TwoLines end num under={m.overdue_amount === null ? unbilledText(m.overdue_peers > 0, null) : money(m.overdue_amount)}>
        <Figure
          text={`${m.overdue_peers} 家`}
          isNone={m.overdue_peers === 0}
          of={peersOf(m.worker_id, { is_overdue: "1" })}
          tone="vd-error"
        />
      </TwoLines>
    ),
  },
  { name: "open_work_orders", width: 76, align: "end", render: (m) => <Figure text={m.open_work_orders} of={workOrdersOf(m.worker_id)} /> },
  {
    name: "reply_minutes",
    title: "首响中位",
    hint: "近30天工单，按工作时间",
    width: 80,
    align: "end",
    render: (m) => (m.reply_minutes === null ? <Blank /> : <Figure text={`${m.reply_minutes} 分钟`} of={workOrdersOf(m.worker_id)} />),
  },
  { name: "accept_new", width: 84, render: (m) => (m.accept_new ? "是" : <Mark tone="orange">否</Mark>) },
];
