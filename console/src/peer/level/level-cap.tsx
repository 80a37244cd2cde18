/** 复核授信上限: until another person confirms a cap, it does not carry the requests of whoever set it. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import type { LevelEditProps } from "./level-edit.tsx";

export function LevelCap({ level: l, onClose }: LevelEditProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerLevelApi.peer_level_cap_confirm}
      title={`复核授信上限 ${l.code}`}
      okText="确认无误"
      intro={`${l.cap_by_name ?? ""}把授信上限由 ${money(l.cap_given)} 调整为 ${money(l.credit_cap)}。复核前，其本人提交的额度申请仍按 ${money(l.cap_given)} 审。`}
      initial={{ code: l.code, version: l.version, credit_cap: l.credit_cap }}
      onDone={() => {
        toast.success("授信上限已复核");
        afterWrite();
      }}
      onClose={onClose}
    />
  );
}
