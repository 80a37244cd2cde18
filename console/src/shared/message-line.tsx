/** A line of my messages; what has a page of its own is a link to it. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { messageText, session, type Message } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { handoverHref } from "./handover-href.ts";
import { hrefOf } from "#kit/screens.ts";

export function MessageLine({ of: m }: { of: Message["list"][number] }) {
  const codes = session.use((s) => s.codes);
  const href =
    m.ref_id === null
      ? undefined
      : m.ref_noun === "reminder_msg" && m.msg_id
        ? hrefOf("msg-remind-detail", { msgId: String(m.msg_id), reminderMsgId: String(m.ref_id) }, codes)
        : m.ref_noun === "msg"
          ? hrefOf("msg-remind-review", { msgId: String(m.ref_id) }, codes)
          : m.ref_noun === "handover" && codes.has(may.workbench)
            ? handoverHref(m.ref_id)
            : undefined;
  return href ? <HrefLink href={href}>{messageText(m)}</HrefLink> : <>{messageText(m)}</>;
}
