/** The day in figures, and the seal of the log: up to when it is sealed, and whether the chain still fits. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ask } from "#kit/act/ask.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { operationLogApi } from "@visadesk/contract/setting/operation-log.ts";

const clockOf = (at: string): string => time(at).slice(11);

function Chain() {
  const answer = useQuery({
    queryKey: ["operation_log_verify"],
    enabled: false,
    gcTime: 0,
    queryFn: ({ signal }) => ask(operationLogApi.operation_log_verify, {}, { signal }),
  });
  const found = answer.data;
  return (
    <>
      {found &&
        (found.broken_seq === null ? (
          <StateTag tone="green">链完整，已核对 {found.checked} 条</StateTag>
        ) : (
          <StateTag tone="red">第 {found.broken_seq} 条与链不符</StateTag>
        ))}
      <Button size="small" loading={answer.isFetching && { delay: 200 }} onClick={() => void answer.refetch()}>
        {found ? "再次校验" : "校验"}
      </Button>
    </>
  );
}

/** Each figure opens its tab. */
export function LogHead({ open }: { open: (tab: string) => void }) {
  const stat = useQuery({
    queryKey: ["operation_log_stat_get"],
    queryFn: ({ signal }) => ask(operationLogApi.operation_log_stat_get, {}, { signal, noToast: true }),
  }).data;
  const figures = [
    ["seen", "今日敏感查看", stat?.seen],
    ["denied", "被拒", stat?.denied],
    ["login", "登录失败", stat?.login_failed],
  ] as const;
  return (
    <>
      {figures.map(([tab, label, n]) => (
        <button key={tab} type="button" className="vd-note is-selected" onClick={() => open(tab)}>
          {label} <b className="vd-num">{n ?? "…"}</b>
        </button>
      ))}
      {stat?.is_stopped && <StateTag tone="red">封链已停止，{stat.unchained} 条未封</StateTag>}
      {stat && !stat.is_stopped && stat.chained_to && <span className="vd-muted vd-num">已封至 {clockOf(stat.chained_to)}</span>}
      <Chain />
    </>
  );
}
