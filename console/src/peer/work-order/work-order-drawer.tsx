/** One work order over the list: what was said, what was asked for, whose it is and what may be done next. */
import { Drawer } from "antd";
import { PeerLink } from "#shared/peer-link.tsx";
import { RESOLUTIONS, WORK_ORDER_SOURCES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { workOrderApi, workOrderDetail } from "@visadesk/contract/peer/work-order/work-order.ts";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Answers } from "#shared/work-order/work-order-answers.tsx";
import { Linked } from "./work-order-linked.tsx";
import { WorkOrderMoves } from "./work-order-moves.tsx";
import { Thread } from "./work-order-thread.tsx";
import { FirstReply, kindText, Left, minuteWords, OrderLink, WorkOrderState, type WorkOrderDetail } from "./work-order-words.tsx";
import "#kit/page/detail.css";
import "./work-order.css";

const Limits = ({ w }: { w: WorkOrderDetail }) => (
  <Section title="时限">
    <Fields
      of={workOrderDetail}
      value={w}
      columns={2}
      names={[
        {
          label: `首响（${minuteWords(w.reply_minutes)}）`,
          value: <FirstReply w={w} />,
        },
        {
          label: `解决（${minuteWords(w.resolve_minutes)}）`,
          value:
            w.resolve_left === null ? (
              "—"
            ) : (
              <Left left={w.resolve_left} due={w.due_at} isStopped={w.work_order_status === "waiting_peer"} />
            ),
        },
        "first_reply_at",
        "due_at",
        ...(w.waiting_minutes > 0 ? [{ label: "等待同行", value: minuteWords(w.waiting_minutes) }] : []),
      ]}
    />
  </Section>
);

const OrderCard = ({ w }: { w: WorkOrderDetail }) =>
  w.order && (
    <Section title="订单">
      <Fields
        of={workOrderDetail.shape.order.unwrap()}
        value={w.order}
        columns={2}
        names={[
          { label: "订单号", value: <OrderLink w={w} /> },
          { label: "状态", value: flowTag(orderFlow, w.order.order_status) },
          { label: "商品", value: `${w.order.sku_name} · ${w.order.people}人`, wide: true },
          ...(w.order.applicant_name === null ? [] : (["applicant_name"] as const)),
          "travel_date",
          "promised_date",
          "expert_name",
        ]}
      />
    </Section>
  );

const Facts = ({ w }: { w: WorkOrderDetail }) => (
  <>
    <OrderCard w={w} />
    <Section title="同行">
      <Fields
        of={workOrderDetail.shape.peer}
        value={w.peer}
        columns={2}
        names={[
          {
            label: "简称",
            value: (
              <>
                <PeerLink id={w.peer_id}>{w.peer_name}</PeerLink>（{w.level_id}）
              </>
            ),
          },
          "peer_no",
          "bd_owner_name",
          "cs_owner_name",
          "state_text",
          "open_work_orders",
        ]}
      />
    </Section>
    <Section title="工单">
      <Fields
        of={workOrderDetail}
        value={w}
        columns={2}
        names={[
          { label: "配置", value: kindText(w) },
          {
            label: "来源",
            value: w.created_by_name ? `${WORK_ORDER_SOURCES[w.source]}（${w.created_by_name}）` : WORK_ORDER_SOURCES[w.source],
          },
          "handler_name",
          "created_at",
          "resolved_at",
          ...(w.resolution ? [{ label: "处理结果", value: `${RESOLUTIONS[w.resolution]}：${w.resolution_note}`, wide: true }] : []),
          ...(w.score === null ? [] : [{ label: "评价", value: `${w.score} 分 ${w.score_text}`, wide: true }]),
        ]}
      />
    </Section>
  </>
);

export interface WorkOrderDrawerProps {
  no: string;
  onClose: () => void;
}
export function WorkOrderDrawer({ no, onClose }: WorkOrderDrawerProps) {
  const answer = useRecord(workOrderApi.work_order_get, { work_order_no: no });
  const w = answer.data;
  return (
    <Drawer
      open
      size="min(1080px, 100vw)"
      title={
        <span className="vd-row">
          <Copyable text={no} />
          {w && (
            <>
              <WorkOrderState w={w} />
              {w.is_late && <Mark tone="red">已超时</Mark>}
              <span className="vd-ellipsis" title={w.title}>
                {w.title}
              </span>
            </>
          )}
        </span>
      }
      extra={w && <WorkOrderMoves w={w} head />}
      onClose={onClose}
    >
      <Reads answer={answer}>
        {(d) => (
          <FileRecordProvider value={{ noun: "work_order", noun_id: d.id }}>
            <div className="vd-sided">
              <Stack gap={16}>
                {d.fields.length > 0 && (
                  <Section title="填写内容">
                    <Answers w={d} />
                  </Section>
                )}
                <Thread w={d} />
              </Stack>
              <Stack gap={12}>
                <Limits w={d} />
                <Linked w={d} />
                <Facts w={d} />
                <Section title="日志">
                  <Timeline endpoint={recordLogApi.work_order_log_query} input={{ id: d.id }} />
                </Section>
              </Stack>
            </div>
          </FileRecordProvider>
        )}
      </Reads>
    </Drawer>
  );
}
