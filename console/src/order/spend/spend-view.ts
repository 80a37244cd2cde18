/** What the figures of 订单耗时 were asked by, and their answer. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import type { SpendClock, SpendNode, SpendSplit } from "@visadesk/contract/order/spend/spend.words.ts";

export type SpendAnswer = Output<typeof stageSpanApi.stage_span_stat_get>;
export interface SpendView {
  by: SpendSplit;
  node: SpendNode;
  clock: SpendClock;
  /** Address of the rows behind a figure. */
  rows: (more: Readonly<Record<string, string>>) => string;
}
