/** 新增 and 编辑 of a group, with whom it means now. */
import { Form, Input } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";
import { GroupMembers } from "./group-members.tsx";
import { RuleInput } from "./rule-input.tsx";

type Detail = Output<typeof peerGroupApi.peer_group_get>;
const WIDTH = 720;
const BLANK = {
  kind: "service",
  visible_mode: "all",
  sku_ids: [],
  cs_team_id: null,
  chat_group: "",
  chat_qr: null,
  mode: null,
  rule: null,
  note: "",
  status: 1,
} as const;

const codesOf = (text: string): string[] => text.split(/[\s,，;；、]+/).filter(Boolean);
interface CodesProps {
  id?: string;
  value?: readonly string[];
  onChange?: (value: string[]) => void;
}
/** Numbers or credit codes as they were copied. */
function CodesInput({ id, value = [], onChange }: CodesProps) {
  const [text, setText] = useState(() => value.join("\n"));
  return (
    <Input.TextArea
      {...(id && { id })}
      rows={6}
      value={text}
      placeholder="粘贴同行编号或统一社会信用代码，一行一个"
      onChange={(e) => {
        setText(e.target.value);
        onChange?.(codesOf(e.target.value));
      }}
    />
  );
}

const Service = ({ mode }: { mode: unknown }) => (
  <>
    <Item name="visible_mode" half />
    <Item name="cs_team_id" half />
    {(mode === "only" || mode === "except") && <Item name="sku_ids" />}
    <Item name="chat_group" half />
    <Item name="chat_qr" />
  </>
);
const Audience = ({ mode }: { mode: unknown }) => (
  <>
    <Item name="mode" half needs="请选择方式" />
    {mode === "rule" && (
      <Item name="rule" needs="请至少填写一项规则" help="各项同时满足；不填的项不限">
        <RuleInput />
      </Item>
    )}
    {mode === "fixed" && (
      <Item name="member_codes" label="成员">
        <CodesInput />
      </Item>
    )}
  </>
);

function Items({ isNew, kind: stored }: { isNew: boolean; kind: Detail["kind"] }) {
  const { form } = useFormScope();
  const typed: Readonly<Record<string, unknown>> = Form.useWatch([], form) ?? {};
  const kind = isNew ? (typed["kind"] ?? stored) : stored;
  return (
    <>
      <Item name="name" half />
      {isNew && <Item name="kind" half help="保存后不能更改" />}
      {kind === "audience" ? <Audience mode={typed["mode"]} /> : <Service mode={typed["visible_mode"]} />}
      <Item name="note" rows={2} />
      <Item name="status" half />
      {kind === "audience" && <GroupMembers mode={typed["mode"]} rule={typed["rule"]} codes={typed["member_codes"]} />}
    </>
  );
}

export interface GroupFormProps {
  /** Null: a new one. */
  id: number | null;
  onClose: () => void;
}
export function GroupForm({ id, onClose }: GroupFormProps) {
  return id === null ? <Added onClose={onClose} /> : <Edited id={id} onClose={onClose} />;
}
function useSaved(): () => void {
  const afterWrite = useAfterWrite();
  return () => {
    toast.success("分组已保存");
    afterWrite();
  };
}
function Added({ onClose }: { onClose: () => void }) {
  const saved = useSaved();
  return (
    <FormDrawer
      endpoint={peerGroupApi.peer_group_add}
      title="新增分组"
      draft="peer-group/new"
      okText="保存"
      width={WIDTH}
      initial={{ ...BLANK, sku_ids: [] }}
      onDone={saved}
      onClose={onClose}
    >
      <Items isNew kind="service" />
    </FormDrawer>
  );
}
function Edited({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useRecord(peerGroupApi.peer_group_get, { id });
  const saved = useSaved();
  const { data: g } = answer;
  if (!g) return answer.error ? <Unread answer={answer} slim /> : null;
  return (
    <FormDrawer
      endpoint={peerGroupApi.peer_group_update}
      title={`编辑分组：${g.name}`}
      okText="保存"
      width={WIDTH}
      initial={{ ...g, ...(g.mode === "fixed" && { member_codes: g.members.map((m) => m.peer_no) }) }}
      onDone={saved}
      onClose={onClose}
    >
      <Items isNew={false} kind={g.kind} />
    </FormDrawer>
  );
}
