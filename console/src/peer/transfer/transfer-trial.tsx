/** What would become of a transfer as its form stands now: totals by receiver, who gets which, what would break. */
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { Alert, Form, Select } from "antd";
import { useEffect } from "react";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { None, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import type { Asked } from "./transfer-words.tsx";

type Lines = NonNullable<Input<typeof peerTransferApi.peer_transfer_add>["lines"]>;
const { input: question } = peerTransferApi.peer_transfer_preview;
const NAMES = ["role", "from_worker_id", "target_ids", "split", "carry", "selection", "ids", "filter"] as const;

/** What the form asks now; null until somebody is chosen who takes over. */
function useAsked(): { asked: Asked | null; text: string } {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch([], form);
  const values: Readonly<Record<string, unknown>> = { ...initial, ...(typeof watched === "object" && watched) };
  const named = NAMES.flatMap((n) => (values[n] === undefined ? [] : [[n, values[n]]]));
  const { data } = z.safeParse(question, { from_worker_id: null, ...Object.fromEntries(named) });
  return { asked: data ?? null, text: JSON.stringify(data) };
}
/** Of the split as it stands, also where it was changed by hand. */
function useTrial() {
  const { form } = useFormScope();
  const { asked } = useAsked();
  const lines = Form.useWatch<Lines | undefined>("lines", form);
  const input = asked && { ...asked, ...(lines && { lines }) };
  return useQuery({
    queryKey: [peerTransferApi.peer_transfer_preview.name, input],
    queryFn: input === null ? skipToken : ({ signal }) => ask(peerTransferApi.peer_transfer_preview, input, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
}

const shape = peerTransferApi.peer_transfer_preview.output.shape;
type Target = Output<typeof peerTransferApi.peer_transfer_preview>["targets"][number];
/** What is over goes along and takes no room. */
function Load({ target: w }: { target: Target }) {
  const then = w.has + w.gets - w.closed;
  return (
    <span className={w.max !== null && then > w.max ? "vd-num vd-error" : "vd-num"}>
      {`${w.has} → ${then}${w.max === null ? "" : ` / ${w.max}`}`}
    </span>
  );
}
/** 给谁: what each receiver has and gets. */
export function TargetTable() {
  const { asked } = useAsked();
  const { data } = useTrial();
  if (asked === null || !data) return null;
  return (
    <div className="vd-whole-row vd-after-16">
      <Rows
        label="接收人"
        of={shape.targets}
        rows={data.targets}
        by="worker_id"
        columns={[
          "worker_name",
          {
            name: "has",
            title: "负责",
            hint: "现有同行与接收后的家数，上限；已停用的不计入",
            cell: (w) => <Load target={w} />,
          },
          "gets",
          { name: "gmv", cell: (w) => <Money cents={w.gmv} /> },
        ]}
      />
    </div>
  );
}
/** 带什么: how much there is. */
export function AlongCount() {
  const { asked } = useAsked();
  const { data } = useTrial();
  if (asked === null || !data) return null;
  return (
    <p className="vd-small vd-muted vd-whole-row vd-after-16">
      名单内由转出人负责的在途订单 <b className="vd-num">{data.orders}</b> 单、未结工单 <b className="vd-num">{data.work_orders}</b> 张
    </p>
  );
}

/** Stands as the field of the count: what was seen here is what is confirmed. */
export interface TrialViewProps {
  value?: number;
  onChange?: (count: number) => void;
  /** Hears why it cannot be done as it stands. */
  onFault?: (fault: string | null) => void;
}
export function TrialView({ value, onChange, onFault }: TrialViewProps) {
  const { asked } = useAsked();
  const answer = useTrial();
  const fault = asked === null ? null : (answer.data?.fault ?? null);
  useEffect(() => onFault?.(fault), [fault, onFault]);
  const total = asked === null ? undefined : answer.data?.total;
  useEffect(() => {
    if (total !== undefined && total !== value) onChange?.(total);
  }, [total, value, onChange]);
  if (asked === null) return <None>选择接收人后试算</None>;
  return (
    <Reads slim rows={3} answer={answer}>
      {(t) => (
        <Stack gap={8}>
          <span>
            {t.targets
              .filter((w) => w.gets > 0)
              .map((w) => `${w.worker_name} ${w.gets} 家`)
              .join("、") || "没有可转移的同行"}
            ，共 <b className="vd-num">{t.total}</b> 家{t.closed > 0 && `（含已停用 ${t.closed} 家，一并转移，不计入负责）`}
          </span>
          {t.fault !== null && <Alert type="error" showIcon title={t.fault} />}
          {t.warnings.map((w) => (
            <Alert key={w.key} type="warning" showIcon title={w.text} />
          ))}
          {t.fault === null && t.warnings.length === 0 && !answer.isFetching && (
            <Alert type="success" showIcon title="没有会被打断的承诺、欠款或工单" />
          )}
        </Stack>
      )}
    </Reads>
  );
}

const SHOWN = 200;
/** Who gets which; a receiver changed by hand stays until the question changes. */
export function SplitTable({ round = 0, onChange }: { round?: number; onChange?: (lines: Lines | undefined) => void }) {
  const { asked, text } = useAsked();
  const { data } = useTrial();
  // Another question has another split, whatever the form makes of its own callback.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onChange?.(undefined), [text, round]);
  if (asked === null || !data) return null;
  const options = data.targets.map((t) => ({ value: t.worker_id, label: t.worker_name }));
  const give = (peer: number, worker: number): void =>
    onChange?.(data.lines.map((l) => ({ peer_id: l.peer_id, to_worker_id: l.peer_id === peer ? worker : l.to_worker_id })));
  return (
    <Stack gap={4}>
      {data.lines.length > SHOWN && (
        <span className="vd-small vd-muted">
          共 {data.lines.length} 家，显示前 {SHOWN} 家
        </span>
      )}
      <Rows
        label="分配明细"
        of={shape.lines}
        rows={data.lines.slice(0, SHOWN)}
        by="peer_id"
        none="没有可转移的同行"
        maxHeight={320}
        columns={[
          "peer_no",
          "peer_name",
          "place_text",
          { name: "gmv", cell: (l) => <Money cents={l.gmv} /> },
          {
            name: "to_worker_id",
            cell: (l) => (
              <Select
                size="small"
                className="vd-wide"
                aria-label={`${l.peer_name}的接收人`}
                value={l.to_worker_id}
                options={options}
                onChange={(worker) => give(l.peer_id, worker)}
              />
            ),
          },
        ]}
      />
    </Stack>
  );
}
