/** Words and addresses of tasks. */
import { listHref } from "#kit/filter/list-href.ts";
import { hrefOf, to } from "#kit/screens.ts";
import { orderPage } from "#shared/order-href.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";

export type Task = Output<typeof workbenchApi.task_query>["list"][number];
export type Home = Output<typeof workbenchApi.home_query>;
export type Tile = Home["queues"][number];
export type Figure = Home["figures"][number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long ago: 40分钟, 5小时, 3天. */
export function ageWords(since: string, now: number): string {
  const span = Math.max(0, now - Date.parse(since));
  return span < HOUR
    ? `${Math.max(1, Math.floor(span / 60_000))}分钟`
    : span < 2 * DAY
      ? `${Math.floor(span / HOUR)}小时`
      : `${Math.floor(span / DAY)}天`;
}

/** Where the number of its order leads; none for what hangs on no order. */
export const orderHref = ({ order_id }: Task, codes: ReadonlySet<number>): string | undefined =>
  order_id === null ? undefined : orderPage(order_id, codes, true);

/** Where the task is done, as the server says. */
export const taskHref = ({ opens }: Task, codes: ReadonlySet<number>): string | undefined =>
  hrefOf(opens.route, opens.params, codes, opens.query);

/** The queue's own list where the reader may enter it, else the workbench narrowed to it. */
export const tileHref = ({ key, opens }: Tile, codes: ReadonlySet<number>): string =>
  (opens && hrefOf(opens.route, opens.params, codes, opens.query)) ?? to("workbench-list", {}, { queue: key });

export const figureHref = (figure: Figure, codes: ReadonlySet<number>): string | undefined =>
  figure.route ? listHref(figure.route, figure.query, codes) : undefined;

/** Change against the period before: +20.0%; for a rate in points; — where nothing can be compared. */
export function changeWords(figure: Figure): { words: string; up: boolean | null } {
  const { value, before, kind } = figure;
  if (value === null || before === null) return { words: "—", up: null };
  if (kind !== "rate" && before === 0) return { words: "—", up: null };
  const change = kind === "rate" ? (value - before) * 100 : ((value - before) / Math.abs(before)) * 100;
  const rounded = Math.round(change * 10) / 10;
  const unit = kind === "rate" ? "点" : "%";
  return { words: `${rounded > 0 ? "+" : ""}${rounded.toFixed(1)}${unit}`, up: rounded === 0 ? null : rounded > 0 };
}
