/** 评价详情: what was said, how long the order took where, the answer, and the appeal with its judgement. */
import { orderEvaluateApi, orderEvaluateDetail, EVALUATE_SOURCES } from "@visadesk/contract/order/order-evaluate.ts";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { FileLinks } from "#kit/file/file-links.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { None, Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { OrderLink } from "../refund/refund-words.tsx";
import { EvaluateMoves } from "./evaluate-moves.tsx";
import { partsText, Stars, Tags, type EvaluateDetail } from "./evaluate-words.tsx";

interface Of {
  e: EvaluateDetail;
}
const hours = (minutes: number): string => `${(minutes / 60).toFixed(1)} 工时`;

export const EvaluateWords = ({ e }: Of) => (
  <Stack gap={8}>
    <p>
      <Stars score={e.score} /> <span className="vd-muted">{partsText(e)}</span>
    </p>
    <Tags of={e.tags} />
    <p className="vd-wrap">{e.content || <span className="vd-muted">没有文字评价</span>}</p>
    {e.files.length > 0 && <FileLinks keys={e.files} />}
    <p className="vd-muted">
      {EVALUATE_SOURCES[e.source]}
      {!e.is_counted && "，不计入评分"}
    </p>
    {e.reply && <p className="vd-note vd-wrap">回复：{e.reply}</p>}
  </Stack>
);
export const EvaluateMarks = ({ e }: Of) => (
  <>
    {flowTag(orderEvaluateFlow, e.evaluate_status)}
    {e.appeal_status !== "none" && flowTag(orderEvaluateAppealFlow, e.appeal_status)}
    {!e.is_shown && <Mark tone="grey">已隐藏</Mark>}
    {e.is_mine && <Mark>对本人的评价</Mark>}
  </>
);

const Head = ({ e }: Of) => (
  <DetailHead
    title={e.sku_name}
    no={e.order_no}
    states={<EvaluateMarks e={e} />}
    figures={[
      { label: "订单", value: <OrderLink of={e} /> },
      { label: "订单状态", value: flowTag(orderFlow, e.order.order_status) },
      { label: "客户", value: e.is_anonymous ? "匿名" : (e.customer_name ?? "—") },
      { label: "专家", value: e.expert_name ?? "—" },
      { label: "供应商", value: e.supplier_name ?? "—" },
    ]}
    acts={
      <>
        <LogButton noun="order_evaluate" id={e.id} />
        <EvaluateMoves of={e} head />
      </>
    }
  />
);
const Substance = ({ e }: Of) => (
  <>
    <Section title="评价">
      <EvaluateWords e={e} />
    </Section>
    <Section title="阶段用时" flush>
      <Rows
        label="阶段用时"
        of={orderEvaluateDetail.shape.stages}
        rows={e.stages.map((s) => ({ ...s, key: `${s.status} ${s.party}` }))}
        by="key"
        none="没有已结束的阶段"
        columns={[
          { name: "status", cell: (s) => applicantFlow.states[s.status].label },
          { name: "party", cell: (s) => PARTIES[s.party] },
          "people",
          { name: "work_minutes", num: true, end: true, cell: (s) => hours(s.work_minutes) },
          { name: "late", cell: (s) => (s.late > 0 ? <span className="vd-error vd-num">{s.late}</span> : "0") },
        ]}
      />
    </Section>
    <Section title="申请人" flush>
      <Rows
        label="申请人"
        of={orderEvaluateDetail.shape.order.shape.people}
        rows={e.order.people}
        by="id"
        columns={["seq", "name", { name: "applicant_status", cell: (p) => flowTag(applicantFlow, p.applicant_status) }, "supplement_round"]}
      />
    </Section>
  </>
);
const Beside = ({ e }: Of) => (
  <>
    <Section title="回复">
      <Fields of={orderEvaluateDetail} value={e} columns={1} names={["replied_by_name", "replied_at", "due_at", "show_reason"]} />
    </Section>
    <Section title="申诉">
      {e.appeal_status === "none" ? (
        <None>没有申诉</None>
      ) : (
        <Fields
          of={orderEvaluateDetail}
          value={e}
          columns={1}
          names={["appeal_reason", "appealed_by_name", "appealed_at", "appeal_due_at", "appeal_note", "judged_by_name", "judged_at"]}
        />
      )}
    </Section>
  </>
);

export default function EvaluateView() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={orderEvaluateApi.order_evaluate_get}
      input={{ id }}
      files={(e) => ({ noun: "order", noun_id: e.order_id })}
      head={(e) => <Head e={e} />}
      side={(e) => <Beside e={e} />}
    >
      {(e) => <Substance e={e} />}
    </DetailScreen>
  );
}
