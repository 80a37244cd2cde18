/** One person of an order: data at the left, papers in the middle, progress at the right, the legal moves at the foot. */
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { PARTIES, PAY_STATES, PAY_TONES } from "@visadesk/contract/order/words.ts";
import { date, time } from "@visadesk/contract/kit/format.ts";
import type { State } from "@visadesk/contract/kit/flow.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { Button } from "antd";
import { StepLine } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { entryOf } from "#kit/words.ts";
import { CandidateLink } from "#shared/candidate-link.tsx";
import { canSendResult, useApplicantActs } from "./applicant-acts.tsx";
import { ApplicantMaterials } from "./applicant-materials.tsx";
import { applicantSteps, fileRecord, isLost, type Applicant } from "./applicant-model.ts";
import {
  applicantEndpoints,
  firstMissing,
  judgedMoves,
  MANAGEMENT_MOVES,
  moveInputs,
  moveStart,
  PROCESSING_MOVES,
} from "./applicant-moves.tsx";
import { MrzButton } from "./applicant-mrz.tsx";
import { ApplicantPerson } from "./applicant-person.tsx";
import { recordOf, reveal } from "./passport-card.tsx";
import { ApplicantProgress } from "./applicant-progress.tsx";
import type { OrderPlanProps } from "../order/order-plan.tsx";
import { adminApplicantHref, adminOrderHref, applicantHref, orderHref } from "../list/order-links.ts";
import { OrderReminds } from "../order/order-reminds.tsx";
import { TimelineButton } from "../order/order-timeline.tsx";
import "../order/details.css";

const OrderPlan = part<OrderPlanProps>(() => import("../order/order-plan.tsx").then((m) => m.OrderPlan));
/** Without a passport to wait for there is nothing to plan. */
const OVER: ReadonlySet<string> = new Set([
  "refused",
  "refused_proof",
  "refused_review",
  "refused_rejected",
  "refunding",
  "refunded",
  "cancelled",
]);

export interface ApplicantPageProps {
  orderId: number;
  applicantId: number;
  /** Management view: looks at everything, rolls back and prices; processing stays on the other screen. */
  admin: boolean;
}

/** The others of the order, one click away. */
function People({ a, admin }: { a: Applicant; admin: boolean }) {
  if (a.people.length < 2) return null;
  return (
    <nav className="vd-wraps ord-people" aria-label="同单申请人">
      {a.people.map((p) => {
        const state = entryOf<State>(applicantFlow.states, p.applicant_status);
        const words = (
          <>
            <i className={`vd-point vd-tone-${state?.tone ?? "grey"}`} aria-hidden="true" />
            {p.seq}. {p.name_cn ?? "未填写"}
            <small>{state?.label}</small>
          </>
        );
        return p.id === a.id ? (
          <span key={p.id} className="vd-choice" aria-current="page">
            {words}
          </span>
        ) : (
          <HrefLink key={p.id} href={(admin ? adminApplicantHref : applicantHref)(a.order_id, p.id)} className="vd-choice">
            {words}
          </HrefLink>
        );
      })}
    </nav>
  );
}

function Marks({ a }: { a: Applicant }) {
  return (
    <>
      {a.pay_status === "unpaid" && <StateTag tone={PAY_TONES.unpaid}>{PAY_STATES.unpaid}</StateTag>}
      {a.materials.filter(isLost).map((m) => (
        <Mark key={m.id} tone="red">
          {m.name}遗失
        </Mark>
      ))}
      {a.held_at && <Mark tone="orange">挂起</Mark>}
      {a.is_urgent && <Mark tone="red">加急</Mark>}
      {a.is_protected && <Mark tone="purple">拒签无忧</Mark>}
      {a.admin_check_due && <Mark tone="gold">行政审查 {date(a.admin_check_due).slice(5)}</Mark>}
      {a.supplement_round > 0 && <Mark tone="orange">补料第{a.supplement_round}轮</Mark>}
      {a.is_child && <Mark>儿童</Mark>}
    </>
  );
}

function Head({ a, admin }: { a: Applicant; admin: boolean }) {
  const mayProcess = useCan(may.order_process);
  return (
    <>
      <DetailHead
        title={
          a.name_cn ? <Masked value={a.name_cn} record={recordOf(a.id)} reveal={(why) => reveal(a.id, "name_cn", why)} /> : `申请人${a.seq}`
        }
        no={a.applicant_no}
        states={
          <>
            {flowTag(applicantFlow, a.applicant_status)}
            <Marks a={a} />
          </>
        }
        due={a.status_due_at && <Due at={a.status_due_at} estimated={a.due_estimated} />}
        acts={
          <>
            <TimelineButton />
            {admin && mayProcess && <HrefLink href={applicantHref(a.order_id, a.id)}>去处理</HrefLink>}
          </>
        }
        figures={[
          { label: "订单", value: <HrefLink href={(admin ? adminOrderHref : orderHref)(a.order_id)}>{a.order_no}</HrefLink> },
          {
            label: "商品",
            value: (
              <span className="vd-ellipsis ord-clip" title={a.sku_name}>
                {a.sku_name}
              </span>
            ),
          },
          { label: "等待方", value: PARTIES[a.waiting_party] },
          { label: "身份", value: a.identity ? IDENTITIES[a.identity] : "—" },
          { label: "出行", value: date(a.travel_date) },
          { label: "赴馆", value: a.visit_at ? time(a.visit_at).slice(5, 16) : a.needs.visit ? "—" : "无需" },
          { label: "资料", value: `${a.materials_passed}/${a.materials_must}` },
          { label: "专家", value: a.expert_name ?? "—" },
          { label: "供应商", value: <CandidateLink applicantId={a.id}>{a.supplier_name ?? "未分派"}</CandidateLink> },
        ]}
      />
      <div className="vd-wraps ord-path">
        <StepLine steps={applicantSteps(a)} />
        {!OVER.has(a.applicant_status) && <OrderPlan orderId={a.order_id} applicantId={a.id} />}
      </div>
      <OrderReminds reminds={a.reminds} />
      {a.held_at && (
        <output className="vd-note vd-tone-orange vd-toned">
          {time(a.held_at)} 起挂起：{a.hold_reason}
        </output>
      )}
    </>
  );
}

function Foot({ a, admin, acts, dialog, open }: { a: Applicant; admin: boolean } & ReturnType<typeof useApplicantActs>) {
  const missing = admin ? null : firstMissing(a);
  const maySend = useCan(may.order_process) && !admin && canSendResult(a);
  return (
    <section className="vd-save-bar ord-foot" aria-label="下一步">
      <span>{flowTag(applicantFlow, a.applicant_status)}</span>
      <span className={missing ? "vd-ellipsis vd-tone-orange vd-toned" : "vd-muted"} title={missing ?? ""}>
        {missing ?? ""}
      </span>
      <span className="vd-grow" />
      {maySend && (
        <Button type="primary" onClick={() => open("send")}>
          寄回结果与原件
        </Button>
      )}
      <Moves
        flow={applicantFlow}
        row={{ ...a, moves: judgedMoves(a) }}
        state={a.applicant_status}
        endpoints={applicantEndpoints}
        variant="head"
        first={a.next_move}
        only={admin ? MANAGEMENT_MOVES : PROCESSING_MOVES}
        inputs={moveInputs(a)}
        initial={(move) => moveStart(a, move)}
        more={acts}
      />
      {dialog}
    </section>
  );
}

function Body({ a, admin }: { a: Applicant; admin: boolean }) {
  const acts = useApplicantActs(a, admin);
  return (
    <>
      <People a={a} admin={admin} />
      <div className="ord-desk">
        <div className="ord-left">
          <ApplicantPerson key={a.id} a={a} extra={(fill) => <MrzButton a={a} onFill={fill} />} />
        </div>
        <div className="ord-middle">
          <ApplicantMaterials key={a.id} applicant={a} review={!admin} />
        </div>
        <div className="ord-right">
          <ApplicantProgress key={a.id} applicant={a} review={!admin} onSend={() => acts.open("send")} />
        </div>
      </div>
      <Foot a={a} admin={admin} {...acts} />
    </>
  );
}

export const ApplicantPage = ({ orderId, applicantId, admin }: ApplicantPageProps) => (
  <DetailScreen
    endpoint={applicantApi.applicant_get}
    input={{ order_id: orderId, id: applicantId }}
    presence={{ noun: "applicant", id: applicantId }}
    files={fileRecord}
    head={(a) => <Head a={a} admin={admin} />}
  >
    {(a) => <Body a={a} admin={admin} />}
  </DetailScreen>
);
