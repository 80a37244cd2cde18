/** The acts of the workbench's head: a message to colleagues, banners for all, who stands in for whom. */
import { Button } from "antd";
import { may } from "@visadesk/contract/permissions.ts";
import { LinkButton } from "#kit/act/link-button.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { handoverHref } from "#shared/handover-href.ts";
import type { GlobalMessagesProps } from "./global-messages.tsx";
import type { MsgAddProps } from "./msg-add.tsx";

const MsgAdd = part<MsgAddProps>(() => import("./msg-add.tsx").then((m) => m.MsgAdd));
const GlobalMessages = part<GlobalMessagesProps>(() => import("./global-messages.tsx").then((m) => m.GlobalMessages));

export function MsgHeadActs() {
  const [dialog, open] = useDialog();
  const mayTellAll = useCan(may.workbench_broadcast);
  return (
    <>
      {mayTellAll && <Button onClick={() => open((close) => <GlobalMessages onClose={close} />)}>全局消息</Button>}
      <LinkButton href={handoverHref()}>休假交接</LinkButton>
      <Button type="primary" onClick={() => open((close) => <MsgAdd onClose={close} />)}>
        发消息
      </Button>
      {dialog}
    </>
  );
}
