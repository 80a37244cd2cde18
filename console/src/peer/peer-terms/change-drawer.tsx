/** One request before its reviewer: what becomes of what, why, on which papers, and what stands against it. */
import { Fields } from "#kit/form/fields.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerChange, peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { CHANGE_KINDS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerHref } from "../peer/peer-words.tsx";
import { ChangeMoves } from "./change-moves.tsx";
import { CreditNowText, type Change } from "./change-words.tsx";

const Body = ({ change: c }: { change: Change }) => (
  <Stack gap={16}>
    {c.faults.length > 0 && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="不能通过的原因">
        {c.faults.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </output>
    )}
    <Section title={`${CHANGE_KINDS[c.kind]}变更`} flush>
      <Rows
        label="变更内容"
        of={peerChange.shape.rows}
        rows={c.rows}
        by="label"
        columns={["label", "before", { name: "after", cell: (r) => <b>{r.after}</b> }]}
      />
    </Section>
    {c.credit && (
      <Section title="授信现况">
        <CreditNowText of={c.credit} />
      </Section>
    )}
    <Section title="申请与审核">
      <FileRecordProvider value={{ noun: "peer_change", noun_id: c.id }}>
        <Fields
          of={peerChange}
          value={c}
          names={[
            { label: "同行", value: <HrefLink href={peerHref({ id: c.peer_id })}>{`${c.peer_name} ${c.peer_no}`}</HrefLink> },
            ...(["reason_code", "reason", "valid_to", "files", "created_by_name", "created_at"] as const),
            ...(["decided_by_name", "decided_at", "decided_note"] as const),
          ]}
        />
      </FileRecordProvider>
    </Section>
  </Stack>
);

export interface ChangeDrawerProps {
  id: number;
  onClose: () => void;
}
export function ChangeDrawer({ id, onClose }: ChangeDrawerProps) {
  const answer = useRecord(peerChangeApi.peer_change_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="条件变更"
      no={(c) => c.change_no}
      state={(c) => flowTag(peerChangeFlow, c.change_status)}
      acts={(c) => <ChangeMoves change={c} head />}
      onClose={onClose}
    >
      {(c) => <Body change={c} />}
    </RecordDrawer>
  );
}
