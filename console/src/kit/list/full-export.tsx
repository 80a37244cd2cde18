/** 导出完整个人信息 of a list. */
import { exportApi } from "@visadesk/contract/kit/export.ts";
import { toast } from "../app/feedback.ts";
import { FormDialog } from "../form/form-dialog.tsx";
import { Item } from "../page/item.tsx";

export interface FullExportProps {
  endpoint: string;
  filter: Record<string, unknown>;
  columns: readonly string[] | undefined;
  expected: number | undefined;
  onClose: () => void;
}
/** Asked for with a reason; the file is made once somebody else has passed it. */
export function FullExport(props: FullExportProps) {
  return (
    <FormDialog
      endpoint={exportApi.export_add}
      title="导出完整个人信息"
      okText="提交审批"
      intro="文件含未脱敏的个人信息，须由另一位有权限的同事审批后生成；申请、审批和每次下载都会留下记录。"
      initial={{
        endpoint: props.endpoint,
        filter: props.filter,
        format: "xlsx",
        is_masked: false,
        ...(props.columns?.length && { columns: [...props.columns] }),
        ...(props.expected !== undefined && { expected_count: props.expected }),
      }}
      onDone={() => toast.success("已提交，审批通过后在任务中下载")}
      onClose={props.onClose}
    >
      <Item name="reason" rows={3} />
    </FormDialog>
  );
}
