/** 对账室: both totals, the lines that are argued about, and what was said of them. */
import { Button } from "antd";
import type { ReactNode } from "react";
import { useDialog, FormDialog } from "#kit/form/form-dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { None, Section, Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { SettleDesk } from "./settle-desk.ts";
import type { Settlement } from "./settle-words.tsx";

interface Props {
  desk: SettleDesk;
  settlement: Pick<Settlement, "id" | "final" | "theirs" | "dispute_count">;
  /** The lines that are argued about. */
  children: ReactNode;
}
export function SettleRoom({ desk, settlement: s, children }: Props) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const answer = useRecord(desk.api.note_query, { id: s.id });
  const add = (): void =>
    open((close) => (
      <FormDialog endpoint={desk.api.note_add} title="登记对账意见" initial={{ id: s.id, files: [] }} onDone={afterWrite} onClose={close}>
        <Item name="from_them" />
        <Item name="text" rows={4} />
        <Item name="offered" />
        <Item name="files" />
      </FormDialog>
    ));
  return (
    <Stack>
      <Section
        title="对账"
        extra={
          <Button size="small" onClick={add}>
            登记意见
          </Button>
        }
      >
        <p className="vd-wraps">
          我方应结 <Money cents={s.final} />
          　对方 {s.theirs === null ? "未导入" : <Money cents={s.theirs} />}　
          {s.dispute_count > 0 ? <span className="vd-error">{s.dispute_count} 条异议中</span> : "没有未解决异议"}
        </p>
        {!answer.data ? (
          <Unread slim answer={answer} />
        ) : answer.data.list.length === 0 ? (
          <None>还没有对账意见</None>
        ) : (
          <ul className="vd-stack is-8" aria-label="对账意见">
            {answer.data.list.map((n) => (
              <li key={n.id}>
                <strong>{n.from_them ? "对方" : (n.author_name ?? "我方")}</strong> <TimeText at={n.created_at} />
                {n.offered !== null && (
                  <>
                    　主张 <Money cents={n.offered} />
                  </>
                )}
                <div className="vd-wrap">{n.text}</div>
                {n.files.length > 0 && <FileLinks keys={n.files} />}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {children}
      {dialog}
    </Stack>
  );
}
