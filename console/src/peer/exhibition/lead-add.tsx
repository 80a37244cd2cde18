/** 登记线索 after the fair: whoever was met and not registered at the desk. */
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";

export interface LeadAddProps {
  onClose: () => void;
}
const INITIAL = { interest: "mid" } as const;
export function LeadAdd({ onClose }: LeadAddProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={exhibitionLeadApi.exhibition_lead_add}
      title="登记线索"
      okText="登记"
      width={640}
      initial={INITIAL}
      onDone={(saved) => {
        toast.success(saved.kind === "peer" ? `${saved.peer_name ?? saved.company} 已签到` : `${saved.company} 已登记`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="exhibition_id" />
      <Item name="mobile" half />
      <Item name="company" half />
      <Item name="name" half />
      <Item name="title" half />
      <Item name="interest" half />
      <Item name="next_follow_on" half />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
