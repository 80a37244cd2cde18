/** 结账预演: the month as if it were closed now; of a closed one what it was closed with. */
import { Drawer } from "antd";
import { Stack } from "#kit/page/blocks.tsx";
import { Section } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { periodFlow } from "@visadesk/contract/finance/period.flow.ts";
import { Checklist, Trial, type Preview } from "./period-words.tsx";

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
      <Trial preview={p} />
    </Section>
  </Stack>
);

export interface PeriodDrawerProps {
  id: number;
  onClose: () => void;
}
export function PeriodDrawer({ id, onClose }: PeriodDrawerProps) {
  const answer = useRecord(periodApi.period_preview, { id });
  const p = answer.data?.period;
  return (
    <Drawer
      open
      size={960}
      title={
        <span className="vd-marks">
          {p?.period_status === "closed" ? "已结账期间" : "结账预演"} {p?.month} {p && flowTag(periodFlow, p.period_status)}
        </span>
      }
      onClose={onClose}
    >
      <Reads answer={answer}>{(preview) => <Body preview={preview} />}</Reads>
    </Drawer>
  );
}
