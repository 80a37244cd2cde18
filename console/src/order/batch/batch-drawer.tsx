/** 送签批次: the list of batches at the left, the card of one at the right. */
import { Drawer, Empty, Pagination, Segmented } from "antd";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Reads } from "#kit/page/reads.tsx";
import { ask } from "#kit/act/ask.ts";
import { Mark, flowTag } from "#kit/page/flow-tag.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import { batchFlow } from "@visadesk/contract/order/order.flow.ts";
import { BatchCard } from "./batch-card.tsx";
import "./batch.css";

type Batch = Output<typeof submissionBatchApi.submission_batch_query>["list"][number];
type Stage = "open" | "submitted" | "all";
const STAGES: readonly { value: Stage; label: string }[] = [
  { value: "open", label: "进行中" },
  { value: "submitted", label: "已送签" },
  { value: "all", label: "全部" },
];
const STATES = { open: ["draft", "handed"], submitted: ["submitted"], all: undefined } as const;
const PAGE_SIZE = 20;

export interface BatchDrawerProps {
  batchId: number | null;
  onPick: (id: number | null) => void;
  onClose: () => void;
}

function useBatches(stage: Stage, page: number) {
  const states = STATES[stage];
  const body = { page, ...(states && { batch_status: [...states] }) };
  return useQuery({
    queryKey: ["submission_batch_query", body],
    queryFn: ({ signal }) => ask(submissionBatchApi.submission_batch_query, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
}

const BatchLine = (props: { batch: Batch; isOn: boolean; onPick: () => void }) => {
  const { batch } = props;
  return (
    <li>
      <button
        type="button"
        className={props.isOn ? "vd-choice vd-near bt-row is-on" : "vd-choice vd-near bt-row"}
        aria-pressed={props.isOn}
        onClick={props.onPick}
      >
        <span className="vd-row">
          <b className="vd-num">{batch.batch_no}</b>
          {batch.is_urgent && <Mark tone="red">加急</Mark>}
          <span className="vd-grow" />
          {flowTag(batchFlow, batch.batch_status)}
        </span>
        <span className="vd-row vd-between vd-tiny vd-muted">
          <span className="vd-ellipsis">
            {batch.embassy_name ?? "—"}
            {batch.submit_city && ` · ${batch.submit_city}`}
          </span>
          <span className="vd-num">
            {batch.line_count}人 · {batch.plan_date ?? "—"}
          </span>
        </span>
      </button>
    </li>
  );
};

export default function BatchDrawer({ batchId, onPick, onClose }: BatchDrawerProps) {
  const [stage, setStage] = useState<Stage>(batchId === null ? "open" : "all");
  const [page, setPage] = useState(1);
  const answer = useBatches(stage, page);
  const { data } = answer;
  const firstId = data?.list[0]?.id;
  useEffect(() => {
    if (batchId === null && firstId !== undefined) onPick(firstId);
  }, [batchId, firstId, onPick]);
  return (
    <Drawer open title="送签批次" onClose={onClose} size="min(1080px, 100vw)" destroyOnHidden>
      <div className="vd-sided bt">
        <section className="vd-stack is-8" aria-label="批次">
          <Segmented<Stage>
            block
            size="small"
            aria-label="阶段"
            options={[...STAGES]}
            value={stage}
            onChange={(s) => {
              setStage(s);
              setPage(1);
              onPick(null);
            }}
          />
          <Reads tells answer={answer} rows={6}>
            {({ list }) =>
              list.length === 0 ? (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={stage === "open" ? "没有进行中的批次，在列表勾选等待送签的人建批次" : "没有批次"}
                />
              ) : (
                <ul className="vd-near">
                  {list.map((b) => (
                    <BatchLine key={b.id} batch={b} isOn={b.id === batchId} onPick={() => onPick(b.id)} />
                  ))}
                </ul>
              )
            }
          </Reads>
          {data && data.total > PAGE_SIZE && (
            <Pagination size="small" simple current={page} pageSize={PAGE_SIZE} total={data.total} onChange={setPage} />
          )}
        </section>
        {batchId === null ? (
          <div className="vd-stack bt-card is-empty">{data?.list.length ? "选择一个批次" : ""}</div>
        ) : (
          <BatchCard key={batchId} id={batchId} />
        )}
      </div>
    </Drawer>
  );
}
