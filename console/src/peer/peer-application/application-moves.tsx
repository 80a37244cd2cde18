/** The acts of an application: passed and rejected by a second person, asked for again, handed in again, taken back. */
import { Button, Tooltip } from "antd";
import { Moves } from "#kit/act/moves.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { part } from "#kit/app/part.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import type { ApplicationPassProps } from "./application-pass.tsx";
import { applicationHref, type Application, type ApplicationDetail } from "./application-words.tsx";

const ApplicationPass = part<ApplicationPassProps>(() => import("./application-pass.tsx").then((m) => m.ApplicationPass));

/** Of whoever handed it in. */
const OWN_MOVES = ["resubmit", "withdraw"];

export const RejectItems = () => (
  <>
    <Item name="reason_code" />
    <Item name="reason" rows={3} placeholder="写明哪里不符，至少5个字，企业会看到" />
  </>
);

function GiveBack({ application: a, onClose }: { application: ApplicationDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApplicationApi.peer_application_return}
      title={`退回补充：${a.name}`}
      okText="退回补充"
      initial={{ id: a.id, version: a.version }}
      onDone={() => {
        toast.success("已退回补充");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="items" />
      <Item name="reason" rows={3} placeholder="写明要补什么，至少5个字，企业会看到" />
    </FormDialog>
  );
}

function Reject({ application: a, onClose }: { application: ApplicationDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApplicationApi.peer_application_reject}
      title={`驳回：${a.name}`}
      okText="驳回"
      danger
      initial={{ rows: [{ id: a.id, version: a.version }] }}
      onDone={() => {
        toast.success("已驳回");
        afterWrite();
      }}
      onClose={onClose}
    >
      <RejectItems />
    </FormDialog>
  );
}

/** 通过 and 驳回 take several at once, so the flow's own buttons do not draw them; 退回补充 stands between. */
function Decide({ application: a }: { application: ApplicationDetail }) {
  const [dialog, open] = useDialog();
  const approve = a.moves.find((m) => m.move === "approve");
  if (!approve) return null;
  return (
    <>
      <Tooltip title={approve.missing}>
        <Button type="primary" disabled={!approve.ok} onClick={() => open((close) => <ApplicationPass application={a} onClose={close} />)}>
          通过
        </Button>
      </Tooltip>
      <Button onClick={() => open((close) => <GiveBack application={a} onClose={close} />)}>退回补充</Button>
      <Button danger onClick={() => open((close) => <Reject application={a} onClose={close} />)}>
        驳回
      </Button>
      {dialog}
    </>
  );
}

export const ApplicationActs = ({ application: a }: { application: ApplicationDetail }) => (
  <>
    <Decide application={a} />
    <Moves
      flow={peerApplicationFlow}
      row={a}
      state={a.application_status}
      endpoints={peerApplicationApi}
      variant="head"
      only={OWN_MOVES.filter((m) => a.moves.some((j) => j.move === m))}
    />
  </>
);

/** Of a row: it is decided on its page, where everything about it stands. */
export function ApplicationRowActs({ application: a }: { application: Application }) {
  const go = useGo();
  const mayDecide = useCan(may.peer_review);
  const look = {
    label: mayDecide && a.application_status === "pending" && !a.is_mine ? "审核" : "查看",
    onClick: () => go(applicationHref(a)),
  };
  return (
    <Moves
      flow={peerApplicationFlow}
      row={a}
      state={a.application_status}
      endpoints={peerApplicationApi}
      only={a.is_mine ? OWN_MOVES : []}
      lead={look}
    />
  );
}
