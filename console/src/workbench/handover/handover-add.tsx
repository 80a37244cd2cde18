/** 计划休假交接: who leaves, who covers, from when to when. */
import { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";

export interface HandoverAddProps {
  onClose: () => void;
}
export function HandoverAdd({ onClose }: HandoverAddProps) {
  const refresh = useAfterWrite();
  return (
    <FormDialog
      endpoint={handoverApi.handover_add}
      title="计划休假交接"
      okText="提交"
      intro="接手人确认后，到时自动开始和结束。"
      onDone={() => {
        toast.success("已提交，等待接手人确认");
        refresh();
      }}
      onClose={onClose}
    >
      <Item name="from_staff_id" half help="不选为本人，组长可选组员">
        <ColleaguePicker placeholder="本人" />
      </Item>
      <Item name="to_staff_id" half>
        <ColleaguePicker placeholder="有工作台权限的在职员工" />
      </Item>
      <Item name="start_at" half help="不填即刻开始" />
      <Item name="end_at" half help="最长30天" />
      <Item name="note" rows={3} placeholder="急单、客户习惯、已约的时间" />
    </FormDialog>
  );
}
