/** How far an import is, and what it made: each order by its number, each group that was left with its reason. */
import { useQuery } from "@tanstack/react-query";
import { Button, Progress } from "antd";
import { useEffect } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { downloadSheet } from "#kit/file/sheet-write.ts";
import { listHref } from "#kit/filter/list-href.ts";
import { None, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { orderImportApi } from "@visadesk/contract/order/import/order-import.ts";
import { orderHref } from "../list/order-links.ts";
import { faultSheet, leftOf, type Import } from "./import-model.ts";

const POLL_MS = 1000;
type SheetRows = Parameters<typeof faultSheet>[0];

function Outcome({ made, rows }: { made: Import; rows: SheetRows | null }) {
  const codes = session.use((s) => s.codes);
  const orders = made.results.filter((r) => r.order_id !== null);
  const left = made.results.filter((r) => r.order_id === null);
  const unreached = made.group_count - made.done_count;
  const day = shanghaiDate(new Date(made.created_at));
  const href = listHref("admin-order-list", { source: ["import"], created_at: { from: day, to: day } }, codes);
  const missing = rows && leftOf(made, rows);
  return (
    <Stack gap={12} as="section" aria-label="导入结果">
      <div className="vd-wraps">
        <output>
          已建立 {orders.length} 张订单{left.length > 0 && `，${left.length} 组未导入`}
          {unreached > 0 && `，导入中断，${unreached} 组没有处理`}
        </output>
        <span className="vd-grow" />
        {rows && missing && missing.lines.size > 0 && (
          <Button
            size="small"
            onClick={() => downloadSheet("导入订单-未导入", [faultSheet(rows, { faults: missing.faults, doubts: [] }, missing.lines)])}
          >
            下载未导入的行
          </Button>
        )}
        {href && orders.length > 0 && <HrefLink href={href}>查看导入的订单</HrefLink>}
      </div>
      {left.length > 0 && (
        <Rows
          label="未导入的组"
          rows={left}
          by={(_, i) => i}
          maxHeight={240}
          columns={[
            { title: "行", num: true, width: 120, cell: (r) => `第${r.lines.join("、")}行` },
            { title: "原因", cell: (r) => <span className="vd-error">{r.faults.map((f) => f.message).join("；")}</span> },
          ]}
        />
      )}
      {orders.length === 0 ? (
        <None>没有建立订单</None>
      ) : (
        <Rows
          label="建立的订单"
          rows={orders}
          by={(_, i) => i}
          maxHeight={320}
          columns={[
            { title: "订单号", num: true, cell: (r) => <HrefLink href={orderHref(r.order_id ?? 0)}>{r.order_no}</HrefLink> },
            { title: "人数", end: true, cell: (r) => r.lines.length },
            { title: "行", num: true, cell: (r) => `第${r.lines.join("、")}行` },
          ]}
        />
      )}
    </Stack>
  );
}

export interface ImportProgressProps {
  id: number;
  /** What was sent, where it is still here. */
  rows: SheetRows | null;
  /** The same function at every drawing: it is called once. */
  onDone: () => void;
}
export function ImportProgress({ id, rows, onDone }: ImportProgressProps) {
  const afterWrite = useAfterWrite();
  const answer = useQuery({
    queryKey: ["order_import_get", id],
    queryFn: async ({ signal }) => (await ask(orderImportApi.order_import_get, { id }, { signal, noToast: true })).found,
    refetchInterval: ({ state }) => (state.data && state.data.import_status !== "running" ? false : POLL_MS),
  });
  const isOver = answer.data ? answer.data.import_status !== "running" : false;
  useEffect(() => {
    if (!isOver) return;
    afterWrite();
    onDone();
  }, [isOver, afterWrite, onDone]);
  return (
    <Reads answer={answer} rows={4}>
      {(made) =>
        made === null ? null : made.import_status === "running" ? (
          <Stack gap={8}>
            <Progress percent={Math.floor((made.done_count / made.group_count) * 100)} aria-label="导入进度" />
            <output>
              正在导入 {made.done_count} / {made.group_count} 张订单。可以关闭，导入在后台继续。
            </output>
          </Stack>
        ) : (
          <Outcome made={made} rows={rows} />
        )
      }
    </Reads>
  );
}
