/** Who waits for a date at the place: those to be told are ticked by staff, nothing is sent by itself. */
import { Button, Drawer, Empty, Input } from "antd";
import { useState } from "react";
import { useKept } from "#kit/form/save/kept.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { uuid } from "#kit/app/hash.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { IMPACT_DAYS } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import "./appointment.css";
import "../record/record.css";

type Answer = Output<typeof appointmentApi.appointment_waiting_query>;
type Waiting = Answer["list"][number];

export interface AppointmentImpactProps {
  id: number;
  title: string;
  onClose: () => void;
}

/** He travels before the date, or so soon after it that nothing can go wrong. */
const isHit = (a: Waiting, after: string): boolean => a.travel_date !== null && (after === "无号" || a.travel_date <= after);

function OrderLink({ row: a }: { row: Waiting }) {
  const processes = useCan(may.order_process);
  const views = useCan(may.order_view);
  if (!processes && !views) return <span className="vd-num">{a.order_no}</span>;
  const href = processes ? to("order-detail", { orderId: a.order_id }) : to("admin-order-detail", { orderId: a.order_id });
  return (
    <HrefLink href={href} className="vd-link vd-num">
      {a.order_no}
    </HrefLink>
  );
}

const columnsOf = (after: string): readonly TableColumn<Waiting>[] => [
  {
    key: "name_cn",
    width: 132,
    render: (a) => <TwoLines under={a.applicant_no}>{a.name_cn ?? "未填姓名"}</TwoLines>,
  },
  {
    key: "order_id",
    render: (a) => (
      <TwoLines title={a.sku_name} under={a.sku_name}>
        <OrderLink row={a} />
      </TwoLines>
    ),
  },
  { key: "applicant_status", width: 104, render: (a) => flowTag(applicantFlow, a.applicant_status) },
  {
    key: "travel_date",
    width: 116,
    render: (a) => (
      <TwoLines num under={isHit(a, after) && <Mark tone="red">早于可约</Mark>}>
        {a.travel_date ?? "—"}
      </TwoLines>
    ),
  },
  { key: "expert_name", width: 84, render: (a) => a.expert_name ?? "—" },
  {
    key: "told",
    title: "已提醒",
    width: 104,
    render: (a) =>
      a.reminded_times > 0 ? (
        <TwoLines under={<TimeText at={a.reminded_at} />}>{a.reminded_times}次</TwoLines>
      ) : (
        <span className="vd-blank">—</span>
      ),
  },
];

const Change = ({ answer }: { answer: Answer }) => (
  <p className="vd-after-12">
    最早可约{" "}
    {answer.before && (
      <>
        <s className="vd-num">{answer.before}</s> →{" "}
      </>
    )}
    <b className="vd-num">{answer.after}</b>
    <span className="vd-muted">
      ，{answer.total}人正在等待预约或待确认。勾选要通知的申请人，每人的订单上会有一条“预约变动”提醒，由签证专家联系客户。
      {answer.total > answer.list.length && `另有${answer.total - answer.list.length}人不在你的数据范围内，由所属团队通知。`}
    </span>
  </p>
);

/** Ticks and words of one opening. */
function useNotify(id: number, answer: Answer | undefined, onDone: () => void) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [note, setNote] = useState("");
  const [attempt, setAttempt] = useState(uuid);
  const afterWrite = useAfterWrite();
  const send = async (): Promise<boolean> => {
    if (!answer || picked.length === 0) return false;
    try {
      const body = { id, applicant_ids: [...picked], expected_count: answer.total, note, idempotency_key: attempt };
      const { reminded } = await ask(appointmentApi.appointment_notify, body);
      toast.success(`已提醒${reminded}人`);
      onDone();
      return true;
    } catch {
      // Said already; who waits is read anew, and a new try is another one.
      setAttempt(uuid());
      return false;
    } finally {
      afterWrite();
    }
  };
  return { picked, setPicked, note, setNote, send };
}

export function AppointmentImpact({ id, title, onClose }: AppointmentImpactProps) {
  const answer = useRecord(appointmentApi.appointment_waiting_query, { id });
  const { data } = answer;
  const notify = useNotify(id, data, onClose);
  const kept = useKept(() => notify.picked.length > 0 || notify.note !== "", onClose);
  const hit = (data?.list ?? []).filter((a) => isHit(a, data?.after ?? "")).map((a) => a.applicant_id);
  return (
    <Drawer
      open
      size={880}
      title={`等待预约：${title}`}
      onClose={kept.close}
      footer={
        data && data.list.length > 0 ? (
          <div className="vd-row is-wide">
            <Input
              aria-label="补充说明"
              placeholder="补充说明（选填），随提醒显示在订单上"
              maxLength={100}
              value={notify.note}
              onChange={(e) => notify.setNote(e.target.value)}
            />
            <ActButton type="primary" disabled={notify.picked.length === 0} onClick={notify.send}>
              {notify.picked.length > 0 ? `通知 ${notify.picked.length} 人` : "通知"}
            </ActButton>
          </div>
        ) : null
      }
    >
      {kept.guard}
      {!data && <Unread answer={answer} rows={6} />}
      {data && data.list.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={data.total > 0 ? "等待的申请人都不在你的数据范围内" : "现在没有申请人在等待这里的日期"}
        />
      )}
      {data && data.list.length > 0 && (
        <>
          <Change answer={data} />
          {hit.length > 0 && (
            <Button size="small" onClick={() => notify.setPicked(hit)}>
              选中出行受影响的 {hit.length} 人
            </Button>
          )}
          <div className="vd-box is-flush vd-before-12 vd-after-12">
            <Table<Waiting>
              of={appointmentApi.appointment_waiting_query.output.shape.list}
              label="等待预约的申请人"
              columns={columnsOf(data.after)}
              rows={data.list}
              rowKey={(a) => a.applicant_id}
              density="small"
              checks={{ idOf: (a) => a.applicant_id, picked: notify.picked, onPick: notify.setPicked }}
            />
          </div>
          <p className="vd-muted">推迟{IMPACT_DAYS}天及以上或无号时自动打开这份名单，也可随时从列表打开。</p>
        </>
      )}
    </Drawer>
  );
}
