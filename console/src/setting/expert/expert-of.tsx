/** The expert side of one worker: he becomes an expert, or is changed. */
import { Drawer } from "antd";
import { useState } from "react";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { expertApi } from "@visadesk/contract/setting/expert.ts";
import { ExpertConfig, ExpertItems, NEW, useSaved, type ExpertDrawerProps } from "./expert-config.tsx";

export function ExpertOf({ worker_id, nickname, onClose, onSaved }: ExpertDrawerProps & { worker_id: number; nickname: string }) {
  const saved = useSaved(onSaved);
  const [initial] = useState({ ...NEW, worker_id });
  const answer = useRecord(expertApi.expert_get, { worker_id });
  const title = `设为签证专家：${nickname}`;
  if (!answer.data)
    return (
      <Drawer open title={title} size={640} onClose={onClose}>
        <Unread answer={answer} />
      </Drawer>
    );
  if (answer.data.expert) return <ExpertConfig expert={answer.data.expert} onClose={onClose} {...(onSaved && { onSaved })} />;
  return (
    <FormDrawer endpoint={expertApi.expert_update} title={title} initial={initial} onDone={saved} onClose={onClose}>
      <ExpertItems />
    </FormDrawer>
  );
}
