/** The seal of the log: up to when it is sealed, and whether the chain still fits. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ask } from "#kit/ask.ts";
import { StateTag } from "#kit/flow-tag.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { operationLogApi } from "@visadesk/contract/setting/operation-log.ts";

export function ChainState() {
  const answer = useQuery({
    queryKey: ["operation_log_verify"],
    enabled: false,
    gcTime: 0,
    queryFn: ({ signal }) => ask(operationLogApi.operation_log_verify, {}, { signal }),
  });
  const found = answer.data;
  return (
    <>
      <span>日志链</span>
      {found &&
        (found.broken_seq === null ? (
          <StateTag tone="green">完整，已核对 {found.checked} 条</StateTag>
        ) : (
          <StateTag tone="red">第 {found.broken_seq} 条与链不符</StateTag>
        ))}
      {found?.sealed_to && <span className="vd-muted vd-num">已封至 {time(found.sealed_to)}</span>}
      <Button size="small" loading={answer.isFetching && { delay: 200 }} onClick={() => void answer.refetch()}>
        {found ? "再次校验" : "校验"}
      </Button>
    </>
  );
}
