/** What a message says, with what hangs on it and what it is about. */
import { MSG_REFS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { FileLinks, FileRecordProvider } from "#kit/file/file-links.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { hrefOf } from "#kit/screens.ts";
import type { MsgDetail } from "./msg-words.tsx";

/** Its number, a link for whoever may open it, and its state now. */
function About({ of: r }: { of: NonNullable<MsgDetail["ref"]> }) {
  const codes = session.use((s) => s.codes);
  const href = r.opens ? hrefOf(r.opens.route, r.opens.params, codes, r.opens.query) : undefined;
  return (
    <span className="vd-marks">
      <span className="vd-muted">{MSG_REFS[r.noun]}</span>
      {href ? <HrefLink href={href}>{r.no}</HrefLink> : <span className="vd-num">{r.no}</span>}
      {r.state !== null && <StateTag tone={r.tone ?? "grey"}>{r.state}</StateTag>}
    </span>
  );
}

export const MsgCard = ({ of: m }: { of: MsgDetail }) => (
  <Section title="消息内容">
    <Stack gap={8}>
      <span className="vd-wrap">{m.content}</span>
      {m.files.length > 0 && (
        <FileRecordProvider value={{ noun: "msg", noun_id: m.id }}>
          <FileLinks keys={m.files} />
        </FileRecordProvider>
      )}
      {m.ref && <About of={m.ref} />}
      {m.cancel_reason !== "" && <span className="vd-muted vd-wrap">撤销原因：{m.cancel_reason}</span>}
    </Stack>
  </Section>
);
