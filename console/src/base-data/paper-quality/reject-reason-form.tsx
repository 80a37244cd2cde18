/** Dialogs of 不合格原因库: one reason, and the merging of two. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { Select } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { matches } from "#kit/pinyin.ts";
import { rejectReasonApi } from "@visadesk/contract/base-data/paper/reject-reason.ts";

export type Reason = Output<typeof rejectReasonApi.reject_reason_query>["list"][number];

const EVERY_KIND = [1, 2, 3, 4, 5];
const ADVICE_HELP = "驳回时没有另写说明，就把这句话发给客户";

const ReasonItems = () => (
  <>
    <Item name="text" placeholder="2至20个字，例如：照片有阴影" />
    <Item name="kinds" />
    <Item name="advice" rows={2} help={ADVICE_HELP} placeholder="客户应当怎么做" />
  </>
);

export interface ReasonFormProps {
  /** Null: a new one. */
  reason: Reason | null;
  onClose: () => void;
}
export function ReasonForm({ reason, onClose }: ReasonFormProps) {
  const afterWrite = useAfterWrite();
  const saved = (): void => {
    toast.success("已保存");
    afterWrite();
  };
  if (!reason)
    return (
      <FormDialog
        endpoint={rejectReasonApi.reject_reason_add}
        title="新增不合格原因"
        okText="保存"
        initial={{ kinds: EVERY_KIND, advice: "" }}
        onDone={saved}
        onClose={onClose}
      >
        <ReasonItems />
      </FormDialog>
    );
  const { id, version, text, advice, kinds } = reason;
  return (
    <FormDialog
      endpoint={rejectReasonApi.reject_reason_update}
      title={`编辑“${text}”`}
      okText="保存"
      initial={{ id, version, text, advice, kinds }}
      intro="改名后，已驳回的记录也显示新的文字；意思不同的请新增一条。"
      onDone={saved}
      onClose={onClose}
    >
      <ReasonItems />
    </FormDialog>
  );
}

export interface MergeDialogProps {
  reason: Reason;
  all: readonly Reason[];
  onClose: () => void;
}
export function MergeDialog({ reason, all, onClose }: MergeDialogProps) {
  const afterWrite = useAfterWrite();
  const { id, version, text, papers, used_90 } = reason;
  const others = all.filter((r) => r.status === 1 && r.id !== id).map((r) => ({ value: r.id, label: r.text }));
  return (
    <FormDialog
      endpoint={rejectReasonApi.reject_reason_merge}
      title={`合并“${text}”`}
      okText="合并"
      danger
      initial={{ id, version }}
      intro={`把它列为常见原因的 ${papers} 份资料改用所选的原因，近90天的 ${used_90} 次也计入那一条。“${text}”随之禁用，不能恢复；已驳回的记录仍显示“${text}”。`}
      onDone={() => {
        toast.success(`“${text}”已合并`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="into_id" label="并入">
        <Select
          className="vd-wide"
          placeholder="请选择意思相同的原因"
          options={others}
          showSearch={{ filterOption: (word, o) => matches(String(o?.label ?? ""), word) }}
        />
      </Item>
    </FormDialog>
  );
}
