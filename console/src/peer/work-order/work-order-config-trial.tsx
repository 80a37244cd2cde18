/** 试运行: what a configuration would have meant for the work orders of the last 90 days. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { None, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";

type Trial = Output<typeof workOrderConfigApi.work_order_config_trial>;
const shape = workOrderConfigApi.work_order_config_trial.output.shape;

export const useTrial = (id: number) => useRecord(workOrderConfigApi.work_order_config_trial, { id });

const LIMITS = [
  ["首响超时", "late_reply_before", "late_reply"],
  ["解决超时", "late_before", "late"],
] as const;

export function TrialView({ t }: { t: Trial }) {
  if (t.total === 0) return <None>近90天没有适用的工单</None>;
  return (
    <Stack>
      <p className="vd-small">
        近90天适用的工单 <b className="vd-num">{t.total}</b> 张
      </p>
      <Rows
        label="时限"
        rows={LIMITS}
        by={([label]) => label}
        columns={[
          { title: "时限", cell: ([label]) => label },
          { title: "当时超时", end: true, num: true, cell: ([, before]) => t[before] },
          {
            title: "按此配置",
            end: true,
            num: true,
            cell: ([, before, now]) => <span className={t[now] > t[before] ? "vd-error" : ""}>{t[now]}</span>,
          },
        ]}
      />
      <Rows label="处理人" of={shape.handlers} rows={t.handlers} by={(h) => h.name} columns={["name", "count", "open"]} />
      {t.unfit.length > 0 && (
        <Rows
          label="填写不符"
          of={shape.unfit}
          rows={t.unfit}
          by="work_order_id"
          maxHeight={240}
          columns={[
            {
              name: "work_order_no",
              cell: (w) => (
                <HrefLink href={to("peer-work-order-list", {}, { view: "all", work_order: w.work_order_no })}>{w.work_order_no}</HrefLink>
              ),
            },
            "fault",
          ]}
        />
      )}
    </Stack>
  );
}

export interface ConfigTrialProps {
  id: number;
  name: string;
  onClose: () => void;
}
export function ConfigTrial({ id, name, onClose }: ConfigTrialProps) {
  const answer = useTrial(id);
  return (
    <Dialog title={`试运行：${name}`} width={640} onClose={onClose}>
      <Reads answer={answer}>{(t) => <TrialView t={t} />}</Reads>
    </Dialog>
  );
}
