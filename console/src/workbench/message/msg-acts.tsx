/** What the sender does with a whole message: says again what is due, or takes it back. */
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import type { ReactElement } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Msg } from "./msg-words.tsx";

type Open = (make: (close: () => void) => ReactElement) => void;
export interface MsgAct {
  key: string;
  label: string;
  danger?: true;
  onClick: () => void;
}

export const isOpen = (m: Pick<Msg, "msg_status">): boolean => m.msg_status === "open" || m.msg_status === "reviewing";

/** None once nobody has it open. */
export function useMsgActs(
  open: Open,
): (m: Pick<Msg, "id" | "version" | "title" | "msg_status" | "total" | "submitted_count">) => readonly MsgAct[] {
  const refresh = useAfterWrite();
  return (m) => {
    if (!isOpen(m)) return [];
    const seen = { id: m.id, version: m.version };
    const nudge = async (): Promise<void> => {
      if (!(await confirm({ title: "催办未提交的处理人？", content: "24小时内只能催办一次。", ok: "催办" }))) return;
      const { nudged } = await ask(msgApi.msg_nudge, seen);
      toast.success(`已催办 ${nudged} 人`);
      refresh();
    };
    const withdraw = (): void =>
      open((close) => (
        <FormDialog
          endpoint={msgApi.msg_withdraw}
          title={`撤销消息：${m.title}`}
          okText="撤销消息"
          danger
          intro="未完成的处理人不再需要处理，并会收到通知；已完成的不变。"
          initial={seen}
          onDone={() => {
            toast.success("已撤销");
            refresh();
          }}
          onClose={close}
        >
          <Item name="reason" rows={2} placeholder="至少5个字" />
        </FormDialog>
      ));
    return [
      ...(m.msg_status === "open" ? [{ key: "nudge", label: "催办未提交", onClick: () => void nudge().catch(refresh) }] : []),
      { key: "withdraw", label: "撤销消息", danger: true as const, onClick: withdraw },
    ];
  };
}
