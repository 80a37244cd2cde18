/** What was said about a work order, ours among ourselves in yellow, and the box that says more. */
import { Button, Checkbox, Form, Input, Select } from "antd";
import { useState } from "react";
import { MESSAGE_KINDS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { uuid } from "#kit/app/hash.ts";
import { FileLinks } from "#kit/file/file-links.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { None, Section } from "#kit/page/blocks.tsx";
import type { WorkOrderDetail } from "./work-order-words.tsx";

type Message = WorkOrderDetail["messages"][number];
const SIDES = { to_peer: "is-ours", from_peer: "is-theirs", internal: "is-internal" } as const satisfies Record<Message["kind"], string>;
const Said = ({ m }: { m: Message }) => (
  <li className={`vd-said ${SIDES[m.kind]}`}>
    <small className="vd-muted">
      {m.by_name} · {MESSAGE_KINDS[m.kind]} · <TimeText at={m.at} />
    </small>
    {m.text && <p className="vd-wrap">{m.text}</p>}
    {m.files.length > 0 && <FileLinks keys={m.files} />}
  </li>
);

const LEAST = 2;
function Reply({ w }: { w: WorkOrderDetail }) {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly string[]>([]);
  const [internal, setInternal] = useState(false);
  const refresh = useAfterWrite();
  const send = async (): Promise<void> => {
    const { id, version } = w;
    const said = { text: text.trim(), ...(files.length > 0 && { files: [...files] }), ...(internal && { internal }) };
    await ask(workOrderApi.work_order_reply, { id, version, ...said, idempotency_key: uuid() });
    setText("");
    setFiles([]);
    refresh();
  };
  return (
    <Form layout="vertical" className="vd-near">
      {w.templates.length > 0 && (
        <Select
          aria-label="回复模板"
          placeholder="用模板"
          value={null}
          options={w.templates.map((t) => ({ value: t.text, label: t.title }))}
          onChange={(t: string) => setText(t)}
        />
      )}
      <Input.TextArea
        aria-label={internal ? "内部备注" : "回复同行"}
        rows={4}
        maxLength={2000}
        placeholder={internal ? "只有我们看得到" : "同行看得到"}
        className={internal ? "vd-said-internal" : ""}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <FileInput purpose="work_order" value={files} onChange={setFiles} />
      <span className="vd-row vd-between">
        <Checkbox checked={internal} onChange={(e) => setInternal(e.target.checked)}>
          仅内部
        </Checkbox>
        <ActButton type="primary" disabled={text.trim().length < LEAST} onClick={send}>
          {internal ? "记下" : "发送"}
        </ActButton>
      </span>
    </Form>
  );
}

const SHOWN = 30;
export function Thread({ w }: { w: WorkOrderDetail }) {
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, w.messages.length - SHOWN);
  return (
    <Section title="往来">
      {hidden > 0 && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          更早的 {hidden} 条
        </Button>
      )}
      {w.messages.length === 0 ? (
        <None>还没有往来</None>
      ) : (
        <ol className="vd-thread" aria-label="往来">
          {w.messages.slice(hidden).map((m) => (
            <Said key={m.id} m={m} />
          ))}
        </ol>
      )}
      {w.moves.some((m) => m.move === "reply") && <Reply w={w} />}
    </Section>
  );
}
