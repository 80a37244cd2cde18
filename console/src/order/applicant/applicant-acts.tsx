/** What may be done with a person beside the moves: hold, review date, result, settle price, notes. */
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { may, type May } from "@visadesk/contract/permissions.ts";
import { useState, type ReactElement } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Applicant } from "./applicant-model.ts";
import { daysFromNow } from "./applicant-moves.tsx";
import { ResultSendDialog } from "./result-send.tsx";
import { useAct } from "../use-act.ts";
import { DiffMoney } from "../order/diff-money.tsx";

const ENDED = new Set<string>(["refunded", "cancelled"]);
export const canSendResult = (a: Applicant): boolean => a.send_back !== null;

interface DialogProps {
  a: Applicant;
  done: () => void;
  close: () => void;
}

const HoldDialog = ({ a, done, close }: DialogProps) => (
  <FormDialog
    endpoint={applicantApi.applicant_hold}
    initial={{ id: a.id, version: a.version }}
    title="挂起"
    okText="挂起"
    intro="挂起期间不计时，除回退、退款和恢复外不能办理。"
    onDone={done}
    onClose={close}
  >
    <Item name="hold_party" />
    <Item name="reason" rows={2} />
  </FormDialog>
);
const AdminCheckDialog = ({ a, done, close }: DialogProps) => (
  <FormDialog
    endpoint={applicantApi.applicant_admin_check_set}
    initial={{ id: a.id, version: a.version, admin_check_due: a.admin_check_due ?? daysFromNow(15) }}
    title="行政审查"
    okText="保存"
    onDone={done}
    onClose={close}
  >
    <Item name="admin_check_due" help="到期提醒复查；清空即解除标记" />
  </FormDialog>
);
const SettlePriceDialog = ({ a, done, close }: DialogProps) => (
  <FormDialog
    endpoint={applicantApi.applicant_settle_price_update}
    initial={{ id: a.id, version: a.version, ...(a.settle_price !== null && { settle_price: a.settle_price }) }}
    title="修改结算价"
    okText="保存"
    onDone={done}
    onClose={close}
  >
    <Item name="settle_price" {...(a.settle_includes_embassy && { help: "该价格含签证费" })} />
    <Item name="reason" rows={2} />
  </FormDialog>
);
const NoteDialog = ({ a, done, close }: DialogProps) => (
  <FormDialog
    endpoint={orderListApi.order_note_add}
    initial={{ order_id: a.order_id, applicant_id: a.id, kind: "internal" }}
    title="追加备注"
    okText="保存"
    onDone={done}
    onClose={close}
  >
    <Item name="kind" />
    <Item name="content" rows={3} />
    <Item name="files" />
  </FormDialog>
);
const DiffDialog = ({ a, done, close }: DialogProps) => (
  <FormDialog
    endpoint={orderDiffApi.order_diff_add}
    initial={{ order_id: a.order_id, applicant_id: a.id, is_blocking: true, payer: "customer" }}
    title="发起补差价"
    okText="发起"
    onDone={done}
    onClose={close}
  >
    <DiffMoney country={a.country_id} />
    <Item name="payer" />
    <Item name="is_blocking" help="未支付前不能送签" />
    <Item name="reason" rows={2} />
  </FormDialog>
);

interface Act {
  key: string;
  label: string;
  may: May;
  onClick: () => void;
}

type DialogName = "send" | "hold" | "admin" | "price" | "note" | "diff";
const DIALOGS: Readonly<Record<DialogName, (props: DialogProps) => ReactElement>> = {
  send: ResultSendDialog,
  hold: HoldDialog,
  admin: AdminCheckDialog,
  price: SettlePriceDialog,
  note: NoteDialog,
  diff: DiffDialog,
};
/** What is said once it is done. */
const SAID: Readonly<Record<DialogName, string>> = {
  send: "已登记寄回",
  hold: "已挂起",
  admin: "行政审查已保存",
  price: "结算价已修改",
  note: "备注已保存",
  diff: "补差价已发起",
};
const R: May = { any: [may.order_view, may.order_process] };

/** Acts open to the person's state, and the dialog that is open. */
export function useApplicantActs(
  a: Applicant,
  admin: boolean,
): { acts: Act[]; dialog: ReactElement | null; open: (name: DialogName) => void } {
  const [name, setName] = useState<DialogName | null>(null);
  const [run] = useAct();
  const afterWrite = useAfterWrite();
  const act = (key: DialogName, label: string, code: May): Act => ({ key, label, may: code, onClick: () => setName(key) });
  const ended = ENDED.has(a.applicant_status);
  const processing: (Act | false)[] = [
    a.applicant_status === "in_embassy" && act("admin", a.admin_check_due ? "修改行政审查" : "标记行政审查", may.order_process),
    !ended &&
      (a.held_at
        ? {
            key: "unhold",
            label: "恢复办理",
            may: may.order_process,
            onClick: () => void run(() => ask(applicantApi.applicant_unhold, { id: a.id, version: a.version }), "已恢复办理"),
          }
        : act("hold", "挂起", may.order_process)),
  ];
  const shared: (Act | false)[] = [
    !ended && act("diff", "补差价", R),
    act("note", "追加备注", R),
    a.settle_price !== null && admin && act("price", "修改结算价", may.order_settle_price),
  ];
  const Dialog = name && DIALOGS[name];
  const done = (): void => {
    if (name) toast.success(SAID[name]);
    afterWrite();
  };
  return {
    acts: [...(admin ? [] : processing), ...shared].filter((x): x is Act => x !== false),
    open: setName,
    dialog: Dialog && <Dialog a={a} done={done} close={() => setName(null)} />,
  };
}
