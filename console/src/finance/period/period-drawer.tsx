/** 结账预演: the month as if it were closed now; of a closed one what it was closed with. */
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { periodFlow } from "@visadesk/contract/finance/period.flow.ts";
import { TrialRows } from "../balance/trial-rows.tsx";
import { Checklist, type Preview } from "./period-words.tsx";

const Body = ({ preview: p }: { preview: Preview }) => (
  <Stack gap={16}>
    <Section
      title={p.period.period_status === "closed" ? "结账时的检查" : "结账检查"}
      flush
      extra={p.open === 0 ? <Mark tone="green">全部为零</Mark> : <Mark tone="orange">{`${p.open} 项未处理`}</Mark>}
    >
      <Checklist items={p.items} />
    </Section>
    <Section title={`科目余额（凭证 ${p.journals} 张）`} flush>
      <TrialRows list={p.trial} sums={p.sums} />
    </Section>
  </Stack>
);

export interface PeriodDrawerProps {
  id: number;
  onClose: () => void;
}
export function PeriodDrawer({ id, onClose }: PeriodDrawerProps) {
  const answer = useRecord(periodApi.period_preview, { id });
  return (
    <RecordDrawer
      answer={answer}
      word={answer.data?.period.period_status === "closed" ? "已结账期间" : "结账预演"}
      no={(p) => p.period.month}
      state={(p) => flowTag(periodFlow, p.period.period_status)}
      log={{ noun: "period", id }}
      size={960}
      onClose={onClose}
    >
      {(preview) => <Body preview={preview} />}
    </RecordDrawer>
  );
}
