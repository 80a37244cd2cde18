/** 工单 and 配置 stand on one page; how many work orders wait stands beside the first. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { askFilter } from "#kit/act/ask.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { TileFigure } from "#kit/form/format-cells.tsx";

export const CONFIGS = "configs";
export const TABS = [
  { key: "orders", label: "工单", filter: {} },
  { key: CONFIGS, label: "配置", filter: {} },
] as const;

type Asked = Readonly<Record<string, unknown>>;
const useCounts = (filter: Asked): Readonly<Record<string, number>> | undefined =>
  useQuery({
    queryKey: [workOrderApi.work_order_stat_get.name, filter],
    queryFn: ({ signal }) => askFilter(workOrderApi.work_order_stat_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;

/** Of the view that stands there, so that tab and list tell one number. */
export function useTabCounts(): Readonly<Record<string, number | undefined>> {
  const [search] = useSearchText();
  return { orders: useCounts({ view: new URLSearchParams(search).get("view") ?? "mine" })?.["todo"] };
}

/** Each narrows the rows that stand there to those it counts. */
const FIGURES = [
  ["pending", "待受理", { work_order_status: "pending" }, ""],
  ["processing", "处理中", { work_order_status: "processing" }, ""],
  ["waiting_peer", "待同行", { work_order_status: "waiting_peer" }, ""],
  ["late_reply", "首响超时", { overdue: "reply" }, "vd-error"],
  ["late", "解决超时", { overdue: "resolve" }, "vd-error"],
  ["soon", "1小时内到期", { overdue: "soon" }, "vd-warn"],
] as const;

function narrowed(more: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(window.location.search);
  for (const name of ["page", "work_order_status", "overdue"]) params.delete(name);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return params.toString();
}

export function WorkOrderFigures({ filter }: { filter: Asked }) {
  const [, replace] = useSearchText();
  const counts = useCounts(filter);
  return FIGURES.map(([key, label, more, tone]) => {
    const n = counts?.[key];
    return n === undefined ? null : (
      <Button key={key} type="link" size="small" className="vd-plain-link" onClick={() => replace(narrowed(more))}>
        {label}{" "}
        <b className={n > 0 && tone ? tone : "vd-medium"}>
          <TileFigure value={n} />
        </b>
      </Button>
    );
  });
}
