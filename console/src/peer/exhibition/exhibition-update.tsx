import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { ExhibitionItems } from "./exhibition-form.tsx";
import type { ExhibitionDetail } from "./exhibition-words.tsx";

const WIDTH = 760;
export interface ExhibitionUpdateProps {
  exhibition: ExhibitionDetail;
  onClose: () => void;
}
export function ExhibitionUpdate({ exhibition: e, onClose }: ExhibitionUpdateProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={peerExhibitionApi.peer_exhibition_update}
      title={`编辑：${e.name}`}
      width={WIDTH}
      initial={e}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Stack gap={16} className="vd-whole-row">
        <ExhibitionItems review />
      </Stack>
    </FormDrawer>
  );
}
