/** 账户流水: what the bank says, and what of it is still nobody's. */
import { Button, Empty } from "antd";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import { hrefOf } from "#kit/screens.ts";
import { statementLineFlow } from "@visadesk/contract/finance/bank/statement-line.flow.ts";
import { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { BANK_TABS, useBankCounts } from "./bank-tabs.ts";
import type { ImportListProps } from "./import-list.tsx";
import { LINE_COLUMNS, type Line } from "./line-columns.tsx";
import type { LineMatchProps } from "./line-match.tsx";

const LineMatch = part<LineMatchProps>(() => import("./line-match.tsx").then((m) => m.LineMatch));
const ImportDialog = part<{ onClose: () => void }>(() => import("./import-dialog.tsx").then((m) => m.ImportDialog));
const ImportList = part<ImportListProps>(() => import("./import-list.tsx").then((m) => m.ImportList));

/** 费息: an adjustment with what the bank said filled in, for who may make one. */
function useBankItem(): (l: Line) => { key: string; label: string; onClick: () => void }[] {
  const go = useGo();
  const codes = session.use((s) => s.codes);
  return (l) => {
    if (l.line_status !== "open") return [];
    const href = hrefOf("balance-list", {}, codes, {
      tab: "adjust",
      add: "bank_item",
      account: l.company_account_id,
      direction: l.direction,
      amount: l.amount,
      booked_on: shanghaiDate(l.at),
      line: l.id,
    });
    return href ? [{ key: "bank_item", label: "登记费息", onClick: () => go(href) }] : [];
  };
}

export function LineList() {
  const [dialog, open] = useDialog();
  const logActs = useLogActs();
  const bankItem = useBankItem();
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
              ...bankItem(l),
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
