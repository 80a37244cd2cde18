/** One adjustment before its reviewer: what it posts, why, on which papers, and what stands against it. */
import { Fields } from "#kit/form/fields.tsx";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { adjustment, adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { DIRECTION_WORDS } from "@visadesk/contract/finance/adjustment.words.ts";
import { JournalButton } from "../balance/journal-button.tsx";
import { AdjustMoves } from "./adjust-moves.tsx";
import { AdjustLines, Faults, type AdjustDetail } from "./adjust-words.tsx";

const directionOf = (a: AdjustDetail) => {
  const words = DIRECTION_WORDS[a.kind];
  if (a.direction === null) return [];
  return words === undefined ? (["direction"] as const) : [{ label: "收支", value: words[a.direction] }];
};
const Body = ({ adjustment: a }: { adjustment: AdjustDetail }) => (
  <Stack gap={16}>
    <Faults faults={a.faults} />
    <Section title={a.booked_id === null ? "预览分录" : "分录"} flush>
      <AdjustLines label="分录" lines={a.lines} />
    </Section>
    <Section title="申请与审批">
      <FileRecordProvider value={{ noun: "adjustment", noun_id: a.id }}>
        <Fields
          of={adjustment}
          value={a}
          names={[
            ...(["kind", "target"] as const),
            ...(a.account === null ? [] : (["account"] as const)),
            ...directionOf(a),
            ...(a.kind === "suspense_return" ? (["payee_name", "payee_account", "payee_bank", "payout_no"] as const) : []),
            ...(["amount", "booked_on", "reason", "files", "created_by_name", "created_at"] as const),
            ...(["decided_by_name", "decided_at", "decided_note"] as const),
            ...(a.booked_id !== null && a.booked_no !== null
              ? [{ label: "入账凭证", value: <JournalButton id={a.booked_id} label={a.booked_no} /> }]
              : []),
          ]}
        />
      </FileRecordProvider>
    </Section>
  </Stack>
);

export interface AdjustDrawerProps {
  id: number;
  onClose: () => void;
}
export function AdjustDrawer({ id, onClose }: AdjustDrawerProps) {
  const answer = useRecord(adjustmentApi.adjustment_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="调账单"
      no={(a) => a.adjust_no}
      state={(a) => flowTag(adjustmentFlow, a.adjust_status)}
      acts={(a) => <AdjustMoves adjustment={a} head />}
      size={760}
      log={{ noun: "adjustment", id }}
      onClose={onClose}
    >
      {(a) => <Body adjustment={a} />}
    </RecordDrawer>
  );
}
