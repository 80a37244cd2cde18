/** How far a push is, and what came of each person. */
import { useQuery } from "@tanstack/react-query";
import { Progress, Segmented } from "antd";
import { useState } from "react";
import { None } from "#kit/page/blocks.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { PUSH_OUTCOMES, PUSH_STATES, skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import { OrderNo, personColumn } from "./sku-paper-people.tsx";

type Api = typeof skuPaperPushApi;
export type Push = Output<Api["sku_paper_push_get"]>;
type Result = Output<Api["sku_paper_push_result_query"]>["list"][number];
type Outcome = Result["outcome"];

const POLL_MS = 1000;
const PAGE = 20;
const STATE_TONES = { running: "blue", done: "green", cancelled: "grey", failed: "red" } as const;
const OUTCOME_TONES = { waiting: "blue", done: "green", same: "grey", refused: "orange", failed: "red", cancelled: "grey" } as const;
export const PushState = ({ push }: { push: Push }) => (
  <StateTag tone={STATE_TONES[push.push_state]}>{PUSH_STATES[push.push_state]}</StateTag>
);

/** 已更新 3 人，无需更新 1 人 … */
export const pushWords = (p: Push): string =>
  [
    `已更新 ${p.done} 人`,
    p.same > 0 && `无需更新 ${p.same} 人`,
    p.failed > 0 && `未能更新 ${p.failed} 人`,
    p.waiting > 0 && `等待 ${p.waiting} 人`,
  ]
    .filter(Boolean)
    .join("，");

const COLUMNS: readonly TableColumn<Result>[] = [
  personColumn(),
  { key: "order_id", width: 134, render: (r) => <OrderNo {...r} /> },
  {
    key: "outcome",
    width: 104,
    render: (r) => <StateTag tone={OUTCOME_TONES[r.outcome]}>{PUSH_OUTCOMES[r.outcome]}</StateTag>,
  },
  { key: "msg", render: (r) => r.msg || "—" },
];

function Results({ push }: { push: Push }) {
  const [outcome, setOutcome] = useState<Outcome | "all">("all");
  const [page, setPage] = useState(1);
  const answer = useQuery({
    queryKey: ["sku_paper_push_result_query", { id: push.id, outcome, page }, push.waiting],
    queryFn: ({ signal }) =>
      ask(
        skuPaperPushApi.sku_paper_push_result_query,
        { push_id: push.id, page, page_size: PAGE, ...(outcome !== "all" && { outcome }) },
        { signal, noToast: true },
      ),
    placeholderData: (before) => before,
  });
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  return (
    <>
      <Segmented<Outcome | "all">
        aria-label="结果"
        options={[
          { value: "all", label: "全部" },
          { value: "done", label: "已更新" },
          { value: "refused", label: "不能更新" },
          { value: "same", label: "无需更新" },
        ]}
        value={outcome}
        onChange={(next) => {
          setOutcome(next);
          setPage(1);
        }}
      />
      {data.list.length === 0 ? (
        <None>{outcome === "all" ? "推送的申请人不在您的数据范围内" : "没有这种结果的申请人"}</None>
      ) : (
        <div className="vd-box is-flush vd-before-8 vd-after-12">
          <Table<Result>
            of={skuPaperPushApi.sku_paper_push_result_query.row}
            label="推送结果"
            columns={COLUMNS}
            rows={data.list}
            rowKey={(r) => r.applicant_id}
          />
        </div>
      )}
      <Pages page={page} size={PAGE} total={data.total} onChange={setPage} />
    </>
  );
}

/** Reads on while people wait. */
function usePush(id: number) {
  const first = useRecord(skuPaperPushApi.sku_paper_push_get, { id });
  useQuery({
    queryKey: ["sku_paper_push_get", "poll", id],
    queryFn: async () => (await first.refetch()).data?.push_state ?? null,
    enabled: first.data?.push_state === "running",
    refetchInterval: POLL_MS,
  });
  return first;
}

export function PushProgress({ id }: { id: number }) {
  const answer = usePush(id);
  const { data: push } = answer;
  const afterWrite = useAfterWrite();
  if (!push) return <Unread slim answer={answer} rows={4} />;
  const isOpen = push.push_state === "running";
  const cancel = async (): Promise<void> => {
    await ask(skuPaperPushApi.sku_paper_push_cancel, { id });
    afterWrite();
  };
  return (
    <>
      <div className="vd-row is-wide vd-after-12">
        <PushState push={push} />
        <span className="vd-num">{pushWords(push)}</span>
        <span className="vd-grow" />
        {isOpen && (
          <ActButton size="small" onClick={cancel}>
            取消推送
          </ActButton>
        )}
      </div>
      {isOpen && <Progress percent={Math.round(((push.total - push.waiting) / push.total) * 100)} size="small" aria-label="推送进度" />}
      <Results push={push} />
    </>
  );
}
