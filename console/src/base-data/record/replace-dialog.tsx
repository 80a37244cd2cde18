/** Another record in the place of this one, or none, in chosen products: shown product by product before it is done. */
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { Reads } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { OutcomeList } from "#kit/act/outcome.tsx";
import { useActGate } from "#kit/act/act-gate.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Swap } from "./related-endpoints.ts";
import "./record.css";

type Trial = Output<Swap["check"]>["results"][number];

export interface ReplaceDialogProps {
  label: string;
  id: number | string;
  title: string;
  swap: Swap;
  ids: readonly number[];
  /** Taken off without a substitute. */
  remove: boolean;
  /** True when products were changed. */
  onClose: (done: boolean) => void;
}

function Substitute(props: { label: string; id: number | string; swap: Swap; value: number | null; onChange: (id: number) => void }) {
  const [keyword, setKeyword] = useState("");
  const answer = useRecord(props.swap.pick, { id: props.id, keyword });
  return (
    <Select
      className="bd-substitute"
      aria-label={`替换成的${props.label}`}
      placeholder={`搜索并选择替换成的${props.label}`}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={props.value}
      loading={answer.isFetching}
      notFoundContent={answer.isFetching ? "加载中" : "没有可以替换成的启用记录"}
      options={answer.data?.list.map((r) => ({ value: r.id, label: r.title })) ?? []}
      onChange={props.onChange}
    />
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? <span className="vd-blank">—</span> : lines.map((line) => <div key={line}>{line}</div>);

const TrialTable = ({ rows, remove }: { rows: readonly Trial[]; remove: boolean }) => (
  <Rows
    label={remove ? "移除的商品" : "替换的商品"}
    maxHeight="52vh"
    rows={rows}
    columns={[
      { title: "商品", head: true, width: "34%", cell: (r) => <TwoLines under={r.sku_no}>{r.name}</TwoLines> },
      { title: "现在", cell: (r) => <Lines lines={r.before} /> },
      {
        title: remove ? "移除后" : "替换后",
        cell: (r) => (r.ok ? <Lines lines={r.after} /> : <span className="vd-error">{r.msg}，保持原样</span>),
      },
    ]}
  />
);

/** Row results of an act in which some products refused after all. */
const Outcome = ({ done, refused, rows }: { done: number; refused: readonly { id: number; msg: string }[]; rows: readonly Trial[] }) => (
  <output>
    <p>
      {done} 个已完成，{refused.length} 个未完成：
    </p>
    <OutcomeList left={refused.map((r) => ({ name: rows.find((t) => t.id === r.id)?.name ?? String(r.id), msg: r.msg }))} />
  </output>
);

export function ReplaceDialog({ label, id, title, swap, ids, remove, onClose }: ReplaceDialogProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Output<Swap["replace"]> | null>(null);
  const [key] = useState(uuid);
  const isReady = remove || chosen !== null;
  const input = { id, to_id: remove ? null : chosen, sku_ids: ids };
  const trial = useQuery({
    queryKey: [swap.check.name, input],
    queryFn: ({ signal }) => ask(swap.check, input, { signal, noToast: true }),
    enabled: isReady && outcome === null,
  });
  const rows = trial.data?.results ?? [];
  const able = rows.filter((r) => r.ok).map((r) => r.id);
  const verb = remove ? "移除" : "替换";
  const [act, busy] = useActGate(async () => {
    const body = { ...input, sku_ids: able, expected_count: able.length, idempotency_key: key };
    const answer = await ask(swap.replace, body).catch(() => null);
    if (!answer) return false;
    if (answer.done < answer.results.length) return setOutcome(answer);
    toast.success(`已${verb} ${answer.done} 个商品`);
    return onClose(true);
  });
  return (
    <Dialog
      width={800}
      title={remove ? `从 ${ids.length} 个商品移除“${title}”` : `在 ${ids.length} 个商品里替换“${title}”`}
      onClose={() => onClose(outcome !== null)}
      foot={
        <>
          <Button onClick={() => onClose(outcome !== null)}>{outcome ? "关闭" : "取消"}</Button>
          {!outcome && (
            <Button
              type="primary"
              danger={remove}
              disabled={able.length === 0 || trial.isFetching}
              loading={busy && { delay: 200 }}
              onClick={act}
            >
              {able.length === 0 ? verb : `${verb} ${able.length} 个商品`}
            </Button>
          )}
        </>
      }
    >
      {outcome ? (
        <Outcome done={outcome.done} refused={outcome.results.filter((r) => !r.ok)} rows={rows} />
      ) : (
        <>
          {!remove && <Substitute label={label} id={id} swap={swap} value={chosen} onChange={setChosen} />}
          <p className="vd-muted">已下单的按下单时的商品快照办理，不受影响。</p>
          {isReady && (
            <Reads slim answer={trial} rows={4}>
              {() => <TrialTable rows={rows} remove={remove} />}
            </Reads>
          )}
        </>
      )}
    </Dialog>
  );
}
