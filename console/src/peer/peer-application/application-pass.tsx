/** 通过: the company becomes a peer with this level and these owners. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { PeerHolderPicker } from "#shared/record-pickers.tsx";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { ownerText } from "./application-owners.tsx";
import type { ApplicationDetail } from "./application-words.tsx";

export interface ApplicationPassProps {
  application: ApplicationDetail;
  onClose: () => void;
}
export function ApplicationPass({ application: a, onClose }: ApplicationPassProps) {
  const afterWrite = useAfterWrite();
  const ofPlace = (role: "bd" | "cs"): number | null => a.place_owners.find((o) => o.role === role)?.worker_id ?? null;
  const hints = a.checks.filter((c) => c.result !== "ok");
  return (
    <FormDialog
      endpoint={peerApplicationApi.peer_application_approve}
      title={`通过：${a.name}`}
      okText="通过"
      intro={
        <Stack gap={4}>
          <span>通过后成为同行，开通主账号和资金账户，结算方式为预存。</span>
          {hints.map((c) => (
            <span key={c.key} className="vd-warn">
              {c.text}
            </span>
          ))}
        </Stack>
      }
      initial={{
        rows: [{ id: a.id, version: a.version }],
        level_id: "V1",
        service_group_id: null,
        bd_owner_id: ofPlace("bd"),
        cs_owner_id: ofPlace("cs"),
      }}
      onDone={() => {
        toast.success("已通过");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="level_id" half />
      <Item name="service_group_id" half />
      {(["bd", "cs"] as const).map((role) => (
        <Item key={role} name={`${role}_owner_id`} label={OWNER_ROLES[role]} half help={`不选即未分配。${ownerText(a, role)}`}>
          <PeerHolderPicker placeholder="未分配" />
        </Item>
      ))}
    </FormDialog>
  );
}
