/** One transfer over the list: how far it is, what became of each peer, what undoing would leave. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Alert, Drawer, Progress } from "antd";
import { useEffect, useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { Fields } from "#kit/form/fields.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag, StateTag } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { peerTransferApi, peerTransferDetail, peerTransferLine } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { LINE_RESULTS, LINE_TONES } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { countsText, TransferMoves, type TransferDetail } from "./transfer-words.tsx";
import "#kit/page/detail.css";
import { Pages } from "#kit/table/pages.tsx";

const PAGE = 50;
const ASK_MS = 2_000;
const WORDS = [{ key: "all", label: "全部" }, ...Object.entries(LINE_RESULTS).map(([key, label]) => ({ key, label }))];

function Lines({ t }: { t: TransferDetail }) {
  const [chosen, setResult] = useState("all");
  const result = keysOf(LINE_RESULTS).find((k) => k === chosen);
  const [page, setPage] = useState(1);
  const input = {
    transfer_id: t.id,
    ...(result && { result: [result] }),
    page,
    page_size: PAGE,
  };
  const answer = useQuery({
    queryKey: [peerTransferApi.peer_transfer_line_query.name, input],
    queryFn: ({ signal }) => ask(peerTransferApi.peer_transfer_line_query, input, { signal, noToast: true }),
    placeholderData: keepPreviousData,
    ...(t.is_moving && { refetchInterval: ASK_MS }),
  });
  const choose = (key: string): void => {
    setResult(key);
    setPage(1);
  };
  return (
    <Section title="明细">
      <TabBar label="结果" tabs={WORDS} chosen={chosen} onChoose={choose} />
      <Reads answer={answer}>
        {(lines) => (
          <>
            <Rows
              label="转移明细"
              of={peerTransferLine}
              rows={lines.list}
              none="没有明细"
              columns={[
                "peer_no",
                { name: "peer_name", cell: (l) => <PeerLink id={l.peer_id}>{l.peer_name}</PeerLink> },
                "to_worker_name",
                { name: "result", cell: (l) => <StateTag tone={LINE_TONES[l.result]}>{LINE_RESULTS[l.result]}</StateTag> },
                "message",
                "orders",
                "work_orders",
                "at",
                "by_name",
                ...(t.undone_at === null ? [] : (["undone_at"] as const)),
              ]}
            />
            <Pages page={page} size={PAGE} total={lines.total} onChange={setPage} />
          </>
        )}
      </Reads>
    </Section>
  );
}

/** Lines that are through: of one that goes back those that did. */
const ended = (t: TransferDetail): number =>
  t.transfer_status === "undone" ? t.undone_count + t.skipped_count : t.done_count + t.skipped_count + t.failed_count;
const Facts = ({ t }: { t: TransferDetail }) => (
  <Section title="转移">
    {t.is_moving && (
      <Progress
        percent={t.total === 0 ? 0 : Math.floor((ended(t) / t.total) * 100)}
        format={() => `${ended(t)} / ${t.total}`}
        aria-label="进度"
      />
    )}
    <Fields
      of={peerTransferDetail}
      value={t}
      columns={3}
      names={[
        "role",
        "from_name",
        "target_names",
        { label: "家数", value: `${t.total}${countsText(t) && `（${countsText(t)}）`}` },
        "carry",
        "split",
        "effective_on",
        "commission_from",
        "reason_code",
        "reason",
        "created_by_name",
        "started_at",
        "finished_at",
        ...(t.undone_at === null ? [] : (["undone_at"] as const)),
        ...(t.undo_days === 0 ? [] : [{ label: "可撤销", value: `剩 ${t.undo_days} 天` }]),
      ]}
    />
  </Section>
);
const Untouched = ({ t }: { t: TransferDetail }) =>
  t.untouched.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      title={`${t.untouched.length} 家的负责人后来又变更，${t.transfer_status === "undone" ? "没有退回" : "撤销时保持不变"}`}
      description={t.untouched.map((u) => `${u.peer_name}：${u.why}`).join("；")}
    />
  );

/** What stood still on screen while lines went is asked anew when they are through, and once more: the log is written last. */
function useCaughtUp(t: TransferDetail | undefined): void {
  const refresh = useAfterWrite();
  const seen = useRef<string | null>(null);
  const now = t && `${t.transfer_status} ${t.is_moving}`;
  useEffect(() => {
    if (now === undefined) return undefined;
    const isNew = seen.current !== null && seen.current !== now;
    seen.current = now;
    if (!isNew) return undefined;
    refresh();
    const again = setTimeout(refresh, ASK_MS);
    return () => clearTimeout(again);
  }, [now, refresh]);
}

export interface TransferDrawerProps {
  id: number;
  onClose: () => void;
}
export function TransferDrawer({ id, onClose }: TransferDrawerProps) {
  const answer = useQuery({
    queryKey: [peerTransferApi.peer_transfer_get.name, { id }],
    queryFn: ({ signal }) => ask(peerTransferApi.peer_transfer_get, { id }, { signal, noToast: true }),
    refetchInterval: ({ state }) => (state.data?.is_moving ? ASK_MS : false),
  });
  const t = answer.data;
  useCaughtUp(t);
  return (
    <Drawer
      open
      size="min(1080px, 100vw)"
      title={
        t ? (
          <span className="vd-row">
            <Copyable text={t.transfer_no} />
            {flowTag(peerTransferFlow, t.transfer_status)}
          </span>
        ) : (
          "批量转移"
        )
      }
      extra={t && <TransferMoves transfer={t} head />}
      onClose={onClose}
    >
      <Reads answer={answer}>
        {(d) => (
          <Stack gap={12}>
            <Untouched t={d} />
            <Facts t={d} />
            <Lines t={d} />
            <Section title="日志">
              <Timeline endpoint={recordLogApi.peer_transfer_log_query} input={{ id: d.id }} />
            </Section>
          </Stack>
        )}
      </Reads>
    </Drawer>
  );
}
