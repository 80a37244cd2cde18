import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { ApplicationItems } from "./application-form.tsx";
import type { ApplicationDetail } from "./application-words.tsx";

const WIDTH = 760;

export interface ApplicationEditProps {
  application: ApplicationDetail;
  onClose: () => void;
}
export function ApplicationEdit({ application: a, onClose }: ApplicationEditProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={peerApplicationApi.peer_application_update}
      title={`编辑：${a.name}`}
      width={WIDTH}
      initial={a}
      intro={
        a.returned_items.length > 0
          ? `待补充：${a.returned_items.map((i) => RETURN_ITEMS[i]).join("、")}。每一项都改过后才能重新提交。`
          : "修改过的人不能审核这份申请。"
      }
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Stack gap={16} className="vd-whole-row">
        <ApplicationItems own={a.id} />
      </Stack>
    </FormDrawer>
  );
}
