/** The next step of a person as a button of the row; what needs papers in sight opens the person's page. */
import type { ReactElement } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { toast } from "#kit/app/feedback.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useCan } from "#kit/app/session.ts";
import { RerouteDialog } from "#shared/reroute/reroute-part.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { visitApi } from "@visadesk/contract/order/applicant-material.ts";
import { REROUTABLE_STATES } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { useState } from "react";
import type { ApplicantRow } from "./applicant-columns.tsx";
import { applicantHref, orderHref } from "../list/order-links.ts";

const endpoints = { ...applicantApi, ...visitApi };
/** Moves made from the list itself: everything they need is in one short dialog. */
const IN_LIST: readonly string[] = [
  "review_pass",
  "resubmit",
  "visit_propose",
  "visit_book",
  "visit_accept",
  "visit_decline",
  "notice_send",
  "train_done",
  "visit_attend",
  "visit_miss",
  "submit",
  "issue",
  "refuse",
];
const isInList = (move: string): boolean => IN_LIST.includes(move);
/** Next steps done on the person's page. */
const ON_PAGE: Readonly<Record<string, string>> = {
  originals_pass: "核对原件",
  result_send: "寄回",
  review_reject: "去审核",
  embassy_supplement: "去办理",
  claim_submit: "提交证明",
  claim_appeal: "去申诉",
};
const TODAY_FIELDS = new Set(["submit", "visit_attend"]);

const startOf = (move: string): Readonly<Record<string, unknown>> =>
  TODAY_FIELDS.has(move) ? { submit_date: shanghaiDate(new Date()) } : {};

const holdDialog = (row: ApplicantRow, close: () => void, done: () => void): ReactElement => (
  <FormDialog
    endpoint={applicantApi.applicant_hold}
    title={`挂起 ${row.name_cn ?? row.applicant_no}`}
    okText="挂起"
    initial={{ id: row.id, version: row.version }}
    onClose={close}
    onDone={() => {
      toast.success("已挂起");
      done();
    }}
  />
);

export function ApplicantRowActs(props: { row: ApplicantRow; done: () => void }) {
  const { row, done } = props;
  const go = useGo();
  const [holding, setHolding] = useState(false);
  const [rerouting, setRerouting] = useState(false);
  const mayReroute = useCan(may.order_process);
  const href = applicantHref(row.order_id, row.id);
  const onPage = row.next_move !== null && !isInList(row.next_move);
  const unhold = async (): Promise<void> => {
    try {
      await ask(applicantApi.applicant_unhold, { id: row.id, version: row.version }, { noToast: true });
      toast.success("已恢复办理");
    } catch (error) {
      toast.error(faultOf(error).msg);
    }
    done();
  };
  const canHold = row.held_at === null && applicantFlow.moves.rollback.from.some((s) => s === row.applicant_status);
  const canReroute = mayReroute && REROUTABLE_STATES.includes(row.applicant_status);
  const isReady = row.next_move !== null && isInList(row.next_move);
  return (
    <span className="vd-moves is-row od-acts">
      {!isReady && (
        <HrefLink className="vd-link" href={href}>
          {onPage ? (ON_PAGE[row.next_move ?? ""] ?? "去办理") : "查看"}
        </HrefLink>
      )}
      <Moves
        flow={applicantFlow}
        row={row}
        state={row.applicant_status}
        endpoints={endpoints}
        first={row.next_move}
        only={row.held_at ? [] : isReady ? IN_LIST : []}
        initial={startOf}
        onDone={done}
        more={[
          { key: "open", label: "打开申请人", onClick: () => go(href) },
          { key: "order", label: "打开订单", onClick: () => go(orderHref(row.order_id)) },
          ...(canReroute ? [{ key: "reroute", label: "换供应商", onClick: () => setRerouting(true) }] : []),
          ...(canHold ? [{ key: "hold", label: "挂起", onClick: () => setHolding(true) }] : []),
          ...(row.held_at ? [{ key: "unhold", label: "恢复办理", onClick: () => void unhold() }] : []),
        ]}
      />
      {rerouting && <RerouteDialog act="换供应商" applicantIds={[row.id]} onClose={() => setRerouting(false)} />}
      {holding && holdDialog(row, () => setHolding(false), done)}
    </span>
  );
}
