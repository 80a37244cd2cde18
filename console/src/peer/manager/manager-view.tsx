/** 负责人详情: what somebody of ours looks after, whom he calls today, what is due, what waits for him and what was handed over. */
import { LinkButton } from "#kit/act/link-button.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useIdParam } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Button } from "antd";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerManagerApi, peerManagerDetail } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { TransferWizardProps } from "../transfer/transfer-wizard.tsx";
import { ManagerCalls } from "./manager-calls.tsx";
import { ManagerMonths } from "./manager-months.tsx";
import { ManagerTransfers, ManagerWorkOrders } from "./manager-parts.tsx";
import { Figure, managerEdit, peersOf, rolesText, workOrdersOf, type ManagerDetail } from "./manager-words.tsx";

const TransferWizard = part<TransferWizardProps>(() => import("../transfer/transfer-wizard.tsx").then((m) => m.TransferWizard));

function Acts({ manager: m }: { manager: ManagerDetail }) {
  const [dialog, open] = useDialog();
  const mayTransfer = useCan(may.peer_transfer);
  return (
    <>
      <LogButton noun="peer_manager" id={m.worker_id} />
      {mayTransfer &&
        m.roles.map((role) => (
          <Button
            key={role}
            onClick={() => open((close) => <TransferWizard start={{ role, from_worker_id: m.worker_id }} onClose={close} />)}
          >
            转移{OWNER_ROLES[role]}名下同行
          </Button>
        ))}
      <LinkButton primary href={managerEdit(m.worker_id)}>
        编辑
      </LinkButton>
      {dialog}
    </>
  );
}

const Head = ({ manager: m }: { manager: ManagerDetail }) => {
  const { worker_id: id } = m;
  const counted = (label: string, n: number, activity: string, tone = "") => ({
    label,
    value: <Figure text={n} of={peersOf(id, { activity })} tone={tone} />,
  });
  return (
    <DetailHead
      title={m.worker_name}
      states={
        <>
          <Mark>{rolesText(m)}</Mark>
          {m.team_name && <Mark>{m.team_name}</Mark>}
          {!m.worker_enabled && <Mark tone="red">已停用</Mark>}
          {m.leave_until !== null && <Mark tone="orange">休假至 {m.leave_until}</Mark>}
          {!m.accept_new && <Mark tone="orange">不接新客</Mark>}
          {m.is_over_max && <Mark tone="red">超上限</Mark>}
        </>
      }
      figures={[
        {
          label: "同行 / 上限",
          value: (
            <>
              <Figure text={m.peer_count} of={peersOf(id)} /> / {m.max_peers ?? "不限"}
            </>
          ),
        },
        { label: "本月新增", value: <Figure text={m.new_count} of={peersOf(id, { approved_at: "month" })} /> },
        counted("活跃", m.active_count, "active"),
        counted("沉默", m.silent_count, "silent", "vd-warn"),
        counted("流失", m.lost_count, "lost", "vd-warn"),
        { label: "本月GMV", value: <Figure text={money(m.gmv_month)} isNone={m.gmv_month === 0} of={peersOf(id)} /> },
        { label: "月目标", value: m.target_rate === null ? "未设" : `${money(m.month_target)}（${percentText(m.target_rate, 1)}）` },
        { label: "本月回款", value: <Money cents={m.repaid_month} /> },
        { label: "未结工单", value: <Figure text={m.open_work_orders} of={workOrdersOf(id)} /> },
        { label: "首响中位", value: m.reply_minutes === null ? "—" : `${m.reply_minutes} 分钟` },
        { label: "唤回率", value: m.back_rate === null ? "—" : percentText(m.back_rate, 1) },
      ]}
      acts={<Acts manager={m} />}
    />
  );
};

const Levels = ({ manager: m }: { manager: ManagerDetail }) => (
  <Section title="名下同行" flush>
    <Rows
      label="名下同行"
      of={peerManagerDetail.shape.levels}
      rows={m.levels}
      by="level_id"
      none="名下没有同行"
      columns={[
        "level_id",
        { name: "peers", cell: (l) => <Figure text={l.peers} of={peersOf(m.worker_id, { level_id: l.level_id })} /> },
        {
          name: "silent",
          cell: (l) => (
            <Figure text={l.silent} of={peersOf(m.worker_id, { level_id: l.level_id, activity: "silent,lost" })} tone="vd-warn" />
          ),
        },
        "gmv_30",
      ]}
    />
  </Section>
);
/** Nobody's statements say it yet; the days are told by each peer. */
const Aging = ({ manager: m }: { manager: ManagerDetail }) => (
  <Section
    title="应收账龄"
    flush
    extra={
      <span className="vd-small">
        <Figure text="逾期同行" of={peersOf(m.worker_id, { is_overdue: "1" })} />
      </span>
    }
  >
    <Rows
      label="应收账龄"
      of={peerManagerDetail.shape.aging}
      rows={m.aging}
      by="label"
      none="账单出具后按账龄列出应收"
      columns={["label", "amount", "count"]}
    />
  </Section>
);
const Shown = ({ manager: m }: { manager: ManagerDetail }) => (
  <Section title="同行看到的联系方式">
    <Fields of={peerManagerDetail} value={m} columns={1} names={["display_name", "display_mobile", "display_qr"]} />
    {m.region_text && <p className="vd-small vd-muted">负责区域：{m.region_text}</p>}
  </Section>
);

export default function ManagerView() {
  const worker_id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={peerManagerApi.peer_manager_get}
      input={{ worker_id }}
      head={(m) => <Head manager={m} />}
      side={(m) => (
        <>
          <Levels manager={m} />
          <Aging manager={m} />
          <Shown manager={m} />
        </>
      )}
    >
      {(m) => (
        <>
          <ManagerCalls workerId={m.worker_id} />
          <ManagerMonths months={m.months} />
          <ManagerWorkOrders manager={m} />
          <ManagerTransfers manager={m} />
        </>
      )}
    </DetailScreen>
  );
}
