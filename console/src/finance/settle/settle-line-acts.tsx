/** What is done with the lines of a settlement that are picked, whosever it is. */
import { LockOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { LineTab } from "@visadesk/contract/finance/settle.words.ts";
import type { ReactNode } from "react";
import type { SettleDesk } from "./settle-desk.ts";
import { AdjustDialog, DisputeDialog, ImportDialog } from "./settle-dialogs.tsx";
import { isOpen, type Settlement } from "./settle-words.tsx";

interface Props {
  desk: SettleDesk;
  settlement: Pick<Settlement, "id" | "version" | "settle_no" | "settlement_status">;
  picked: readonly number[];
  tab: LineTab;
  /** In place of the desk's own verdicts, where they ask for more. */
  verdicts?: ReactNode;
  onDone: () => void;
}
export function LineActs({ desk, settlement: s, picked, tab, verdicts, onDone }: Props) {
  const [dialog, open] = useDialog();
  const of = { id: s.id, version: s.version };
  const line_ids = [...picked];
  const run = (act: Promise<unknown>, said: string): void =>
    void act.then(
      () => {
        toast.success(said);
        onDone();
      },
      () => onDone(),
    );
  const none = picked.length === 0;
  const [first] = picked;
  if (tab === "held")
    return (
      <Button size="small" disabled={none} onClick={() => run(ask(desk.api.line_hold, { ...of, line_ids, is_held: false }), "已解除暂缓")}>
        解除暂缓
      </Button>
    );
  if (!isOpen(s))
    return (
      <span className="vd-muted">
        <LockOutlined aria-hidden /> 已确认，明细已锁定
      </span>
    );
  return (
    <>
      {verdicts || (
        <Dropdown
          disabled={none}
          menu={{
            items: desk.verdicts.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => {
              const verdict = desk.verdicts.find((v) => v.key === key);
              if (verdict) run(verdict.run({ ...of, line_ids }), `已判定：${verdict.label}`);
            },
          }}
        >
          <Button size="small">判定</Button>
        </Dropdown>
      )}
      <Button size="small" disabled={none} onClick={() => run(ask(desk.api.line_hold, { ...of, line_ids, is_held: true }), "已暂缓")}>
        暂缓
      </Button>
      <Button size="small" disabled={none} onClick={() => run(ask(desk.api.line_roll, { ...of, line_ids }), "已转下期")}>
        转下期
      </Button>
      {tab === "adjust" && (
        <Button
          size="small"
          disabled={picked.length !== 1}
          onClick={() => run(ask(desk.api.adjust_remove, { ...of, line_id: first ?? 0 }), "已删除调整")}
        >
          删除调整
        </Button>
      )}
      {s.settlement_status === "sent" && (
        <Button
          size="small"
          disabled={picked.length !== 1}
          onClick={() => open((close) => <DisputeDialog desk={desk} settlement={s} lineId={first ?? 0} onClose={close} />)}
        >
          登记异议
        </Button>
      )}
      <Button size="small" onClick={() => open((close) => <AdjustDialog desk={desk} settlement={s} onClose={close} />)}>
        加调整
      </Button>
      <Button size="small" type="primary" onClick={() => open((close) => <ImportDialog desk={desk} settlement={s} onClose={close} />)}>
        导入对方账单
      </Button>
      {dialog}
    </>
  );
}
