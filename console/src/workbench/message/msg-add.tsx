/** 发消息: what is asked of whom until when, who looks at what comes back, what it is about. */
import { Form, Radio } from "antd";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { MSG_KINDS, MSG_LIMITS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { TimeInput } from "#kit/inputs/date-input.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";

const optionsOf = <K extends string>(words: Readonly<Record<K, string>>) => keysOf(words).map((value) => ({ value, label: words[value] }));
/** A notice asks for none of them. */
const OF_TASKS = { due_in: undefined, due_at: undefined, need_review: undefined, reviewer_id: undefined, need_proof: undefined };

function Receivers() {
  const { form } = useFormScope();
  const mayTellAll = useCan(may.workbench_broadcast);
  const isAll: unknown = Form.useWatch("is_all", form);
  return (
    <FormSection title="接收人">
      {mayTellAll && <Item name="is_all" help="有工作台权限的在职员工" />}
      {isAll !== true && (
        <>
          <Item name="staff_ids" label="员工">
            <ColleaguePicker multiple placeholder="有工作台权限的在职员工" />
          </Item>
          <Item name="team_ids" label="团队" half />
          <Item name="role_ids" label="角色" half />
        </>
      )}
      <Item name="cc">
        <ColleaguePicker multiple placeholder="只看进展，不用处理" />
      </Item>
    </FormSection>
  );
}

function Handling() {
  const { form } = useFormScope();
  const kind: unknown = Form.useWatch("kind", form);
  const needsReview: unknown = Form.useWatch("need_review", form);
  if (kind === "notice") return null;
  return (
    <FormSection title="处理要求">
      <Item name="due_in" half help="按工作时间计算">
        <Radio.Group options={optionsOf(MSG_LIMITS)} onChange={() => form.setFieldValue("due_at", undefined)} />
      </Item>
      <Item name="due_at" label="或指定截止" half>
        <TimeInput onChange={() => form.setFieldValue("due_in", undefined)} />
      </Item>
      <Item name="need_proof" half help="结果为已完成时须上传" />
      <Item name="need_review" half />
      {needsReview === true && (
        <Item name="reviewer_id" half help="不选则由我审核">
          <ColleaguePicker placeholder="不能是接收人" />
        </Item>
      )}
    </FormSection>
  );
}

function Fields() {
  const { form } = useFormScope();
  const about: unknown = Form.useWatch("ref_noun", form);
  return (
    <Stack gap={16} className="vd-whole-row">
      <FormSection title="消息">
        <Item name="kind" half help="知会只需对方确认知晓">
          <Radio.Group options={optionsOf(MSG_KINDS)} onChange={() => form.setFieldsValue(OF_TASKS)} />
        </Item>
        <Item name="level" half />
        <Item name="title" />
        <Item name="content" rows={5} />
        <Item name="files" />
      </FormSection>
      <Receivers />
      <Handling />
      <FormSection title="关联记录">
        <Item name="ref_noun" half />
        {typeof about === "string" && <Item name="ref_no" half needs="请输入关联单号" placeholder="单号，须是您能查看的" />}
      </FormSection>
    </Stack>
  );
}

export interface MsgAddProps {
  onClose: () => void;
}
export function MsgAdd({ onClose }: MsgAddProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={msgApi.msg_add}
      title="发消息"
      okText="发送"
      draft="msg-add"
      initial={{ kind: "task", level: "normal", due_in: "day_1" }}
      onDone={({ sent, left_out }) => {
        afterWrite();
        if (left_out.length === 0) return toast.success(`已发送给 ${sent} 人`);
        void confirm({ title: `已发送给 ${sent} 人`, content: `已停用，未发送：${left_out.join("、")}`, ok: "知道了", cancel: null });
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  );
}
