/** 认可, 申诉, 客户承担, 供应商承担 upon picked parcels; what nobody can know of them is asked. */
import { Button } from "antd";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import { CARRIER_VERDICTS } from "@visadesk/contract/finance/settle.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { SettleLine, Settlement } from "./settle-words.tsx";

type Verdict = keyof typeof CARRIER_VERDICTS;
const endpoint = expressSettleApi.express_settle_line_verdict;
const HINTS: Readonly<Record<Verdict, string>> = {
  accept: "按账单额结算，差额记快递成本",
  appeal: "移出本期，下期再核对",
  customer: "按账单额结算，确认结算单时向客户发起补差价",
  supplier: "按账单额结算，差额从供应商的结算中扣除",
};
interface Props {
  settlement: Settlement;
  lines: readonly SettleLine[];
  onDone: () => void;
}

function VerdictForm({ settlement: s, lines, verdict, onClose, onDone }: Props & { verdict: Verdict; onClose: () => void }) {
  const isForeign = lines.some((l) => l.match === "theirs_only" && l.order_id === null);
  return (
    <FormDialog
      endpoint={endpoint}
      title={`${CARRIER_VERDICTS[verdict]}：${lines.length} 条`}
      okText="判定"
      intro={HINTS[verdict]}
      initial={{ id: s.id, version: s.version, line_ids: lines.map((l) => l.id), verdict }}
      onDone={() => {
        toast.success(`已判定：${CARRIER_VERDICTS[verdict]}`);
        onDone();
      }}
      onClose={onClose}
    >
      {isForeign && <Item name="order_no" needs="请输入订单号" help="我方没有这些运单：填写它们所属的订单，查不到的请选择申诉" />}
      {verdict === "supplier" && <Item name="borne_by" help="不选时由运单所寄的供应商承担" />}
      <Item name="note" rows={2} />
    </FormDialog>
  );
}

export function ParcelVerdicts({ settlement: s, lines, onDone }: Props) {
  const [dialog, open] = useDialog();
  const judge = (verdict: Verdict): void => {
    const asks = verdict === "supplier" || (verdict !== "appeal" && lines.some((l) => l.match === "theirs_only" && l.order_id === null));
    if (asks) return open((close) => <VerdictForm settlement={s} lines={lines} verdict={verdict} onClose={close} onDone={onDone} />);
    void ask(endpoint, { id: s.id, version: s.version, line_ids: lines.map((l) => l.id), verdict }).then(
      () => {
        toast.success(`已判定：${CARRIER_VERDICTS[verdict]}`);
        onDone();
      },
      () => onDone(),
    );
  };
  return (
    <>
      {keysOf(CARRIER_VERDICTS).map((v) => (
        <Button key={v} size="small" disabled={lines.length === 0} title={HINTS[v]} onClick={() => judge(v)}>
          {CARRIER_VERDICTS[v]}
        </Button>
      ))}
      {dialog}
    </>
  );
}
