/** 工单 and 配置 stand on one page; how many work orders wait stands beside the first. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { OVERDUE_FILTERS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
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

/** As many as the tab shows when it is opened: what is mine and open. */
export const OPENS_AT = "mine";
export const OPEN = { work_order_status: ["pending", "processing", "waiting_peer"] };
/** Of the view that stands there, so that tab and list tell one number. Where none is mine the list opens wider: nothing is said until it has. */
export function useTabCounts(): Readonly<Record<string, number | undefined>> {
  const [search] = useSearchText();
  const view = new URLSearchParams(search).get("view");
  const counts = useCounts({ view: view ?? OPENS_AT });
  const open = counts && OPEN.work_order_status.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return { orders: view === null && open === 0 ? undefined : open };
}

/** Each narrows the rows that stand there to those it counts. */
const FIGURES = [
  ["pending", "待受理", { work_order_status: "pending" }, ""],
  ["processing", "处理中", { work_order_status: "processing" }, ""],
  ["waiting_peer", "待同行", { work_order_status: "waiting_peer" }, ""],
  ["late_reply", OVERDUE_FILTERS.reply, { overdue: "reply" }, "vd-error"],
  ["late", OVERDUE_FILTERS.resolve, { overdue: "resolve" }, "vd-error"],
  ["soon", OVERDUE_FILTERS.soon, { overdue: "soon" }, "vd-warn"],
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
