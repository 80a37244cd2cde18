/** The acts of a peer's statement, on its row and on its page: its life, and what is done about the money. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { Moves } from "#kit/act/moves.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { peerSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { EXTEND_MOST } from "@visadesk/contract/finance/settle.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { AdjustFormProps } from "../adjustment/adjust-form.tsx";
import { isOwing, statementHref, type Statement } from "./peer-settle-words.tsx";
import { RepayDialog } from "./repay-dialog.tsx";

const AdjustForm = part<AdjustFormProps>(() => import("../adjustment/adjust-form.tsx").then((m) => m.AdjustForm));

const why = <Item name="reason" rows={3} />;
const INPUTS = {
  confirm: (
    <>
      <Item name="confirmed_contact" />
      <Item name="confirm_proof" />
    </>
  ),
  reopen: why,
  void: why,
};
const ONLY = ["send", "confirm", "reopen", "void"] as const;

function ExtendDialog({ statement: s, onClose }: { statement: Statement; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerSettleApi.peer_settle_extend}
      title={`展期：${s.party_name} ${s.settle_no}`}
      intro={`现还款日 ${s.due_on}，未结 ${money(s.remaining)}；每张账单最多展期 ${EXTEND_MOST} 次，已展期 ${s.extended} 次。`}
      initial={{ id: s.id, version: s.version }}
      onDone={() => {
        toast.success("已展期");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="due_on" />
      {why}
    </FormDialog>
  );
}

export function PeerSettleMoves({ statement: s, head }: { statement: Statement; head?: true }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const remind = async (): Promise<void> => {
    const yes = await confirm({
      title: `催收“${s.party_name}”？`,
      content: `未结 ${money(s.remaining)}，还款日 ${s.due_on}；每天最多一次。`,
    });
    if (!yes) return;
    await ask(peerSettleApi.peer_settle_remind, { id: s.id, version: s.version });
    toast.success("已发送催收消息");
    afterWrite();
  };
  const peer = { id: s.peer_id, name: s.party_name };
  const money_acts = isOwing(s)
    ? [
        {
          key: "repay",
          label: "登记还款",
          may: may.peer_settle,
          onClick: () => open((close) => <RepayDialog peer={peer} amount={s.remaining} onClose={close} />),
        },
        { key: "remind", label: "催收", may: may.peer_settle, onClick: () => void remind().catch(() => undefined) },
        {
          key: "extend",
          label: "展期",
          may: may.peer_settle_reopen,
          onClick: () => open((close) => <ExtendDialog statement={s} onClose={close} />),
        },
        {
          key: "bad_debt",
          label: "坏账申请",
          may: may.balance,
          danger: true,
          onClick: () =>
            open((close) => (
              <AdjustForm
                title={`坏账申请：${s.party_name} ${money(s.remaining)}`}
                intro={`账单 ${s.settle_no} 未结 ${money(s.remaining)}；通过后核销同额授信欠款，按还款日先后分配到账单。`}
                preset={{ kind: "bad_debt", peer_id: s.peer_id, amount: s.remaining }}
                onClose={close}
              />
            )),
        },
      ]
    : [];
  return (
    <>
      <Moves
        flow={peerSettleFlow}
        row={s}
        state={s.settlement_status}
        endpoints={peerSettleApi}
        variant={head ? "head" : "row"}
        only={ONLY}
        initial={(move) => (move === "confirm" ? { confirm_proof: [] } : {})}
        inputs={INPUTS}
        more={money_acts}
        {...(!head && { lead: { key: "view", label: "明细", onClick: () => go(statementHref(s.id)) } })}
      />
      {dialog}
    </>
  );
}
