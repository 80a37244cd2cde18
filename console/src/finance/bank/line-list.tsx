/** 账户流水: what the bank says, and what of it is still nobody's. */
import { Button, Empty } from "antd";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { statementLineFlow } from "@visadesk/contract/finance/bank/statement-line.flow.ts";
import { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ReactElement } from "react";
import type { AdjustFormProps } from "../adjustment/adjust-form.tsx";
import { BANK_TABS, useBankCounts } from "./bank-tabs.ts";
import type { ImportListProps } from "./import-list.tsx";
import { LINE_COLUMNS, type Line } from "./line-columns.tsx";
import type { LineMatchProps } from "./line-match.tsx";

const AdjustForm = part<AdjustFormProps>(() => import("../adjustment/adjust-form.tsx").then((m) => m.AdjustForm));
const LineMatch = part<LineMatchProps>(() => import("./line-match.tsx").then((m) => m.LineMatch));
const ImportDialog = part<{ onClose: () => void }>(() => import("./import-dialog.tsx").then((m) => m.ImportDialog));
const ImportList = part<ImportListProps>(() => import("./import-list.tsx").then((m) => m.ImportList));

/** 费息 of a line, 认领 and 退回 of a parked one: adjustments with what the bank said filled in, for who may make one. */
function useLineAdjust(open: (dialog: (close: () => void) => ReactElement) => void) {
  const mayAdjust = useCan(may.balance);
  return (l: Line): { key: string; label: string; onClick: () => void }[] => {
    if (!mayAdjust) return [];
    const of = { company_account_id: l.company_account_id, statement_line_id: l.id };
    const act = (label: string, preset: NonNullable<AdjustFormProps["preset"]>) => ({
      key: preset.kind,
      label,
      onClick: () =>
        open((close) => <AdjustForm title={`${label}：${l.counterparty_name || l.summary}`} preset={preset} onClose={close} />),
    });
    if (l.line_status === "open")
      return [act("登记费息", { kind: "bank_item", ...of, direction: l.direction, amount: l.amount, booked_on: shanghaiDate(l.at) })];
    const left = l.amount - l.claimed;
    if (l.line_status !== "parked" || left <= 0) return [];
    return [
      act("认领挂账", { kind: "suspense_claim", ...of, amount: left }),
      act("退回挂账", { kind: "suspense_return", ...of, amount: left }),
    ];
  };
}

export function LineList() {
  const [dialog, open] = useDialog();
  const logActs = useLogActs();
  const adjust = useLineAdjust(open);
  return (
    <>
      <ListScreen
        endpoint={statementLineApi.statement_line_query}
        title="对公汇款审核"
        columns={LINE_COLUMNS}
        keyword={{ name: "keyword", placeholder: "户名、摘要、流水号、账号", hint: "账号输入全号或后四位" }}
        filters={["company_account_id", "direction", "line_status", "at"]}
        more={["amount_min", "amount_max"]}
        row={(l) => (
          <Moves
            flow={statementLineFlow}
            row={l}
            state={l.line_status}
            endpoints={statementLineApi}
            dialogs={{ match: (close) => <LineMatch id={l.id} onClose={close} /> }}
            more={[
              ...adjust(l),
              ...logActs("statement_line", l.id).flatMap((a) => (a.onClick ? [{ key: "log", label: "日志", onClick: a.onClick }] : [])),
            ]}
          />
        )}
      >
        <ListTabs tabs={BANK_TABS} useCounts={useBankCounts} />
        <ListActs>
          <Button onClick={() => open((close) => <ImportList onClose={close} />)}>导入记录</Button>
          <Button type="primary" onClick={() => open((close) => <ImportDialog onClose={close} />)}>
            导入流水
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的流水；从网银导出后在此导入" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
