/** 会计期间: months of the books; one that is over is held, gone through item by item and closed for ever by a second person. */
import { api, done, list, move, pick, read } from "../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { month, trialLine, trialSums } from "./books/trial-balance.ts";
import { periodFlow } from "./period.flow.ts";

/** A list of some screen, with the filter that counts what is left. */
const place = z.object({ route: z.string(), params: z.record(z.string(), z.string()), query: z.record(z.string(), z.string()) });
export const closeItem = z.object({
  key: z.string(),
  label: text("事项"),
  /** Who deals with it. */
  owner: text("责任岗位"),
  count: int("未处理"),
  /** Cannot be passed over with a reason. */
  is_must: bool("须为零"),
  place: z.nullable(place),
  /** Why the close went over it. */
  reason: z.nullable(text("说明")),
});
export type CloseItem = z.output<typeof closeItem>;
export const period = z.object({
  id: id("编号"),
  month: month("会计期间"),
  period_status: choice("状态", stateLabels(periodFlow)),
  held_by_name: z.nullable(text("暂停人")),
  held_at: z.nullable(time("暂停时间")),
  closed_by_name: z.nullable(text("结账人")),
  closed_at: z.nullable(time("结账时间")),
  /** Of a closed month what was left undone then. */
  left_over: z.nullable(int("遗留事项")),
  /** Held by the caller, who cannot close it. */
  is_mine: bool("由我暂停"),
  /** Its last day is behind us. */
  is_over: bool("已期满"),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
const f = period.shape;
const of = pick(period, "id", "version");

export const periodApi = api({
  period_query: list("会计期间列表", may.balance, {
    filter: { period_status: z.optional(anyOf(f.period_status)), month: z.optional(month("会计期间")), before: z.optional(month("早于")) },
    row: period,
    sorts: ["month"],
    exports: ["month", "period_status", "held_by_name", "held_at", "closed_by_name", "closed_at", "left_over"],
  }),
  /** 结账预演: as if it were closed now; of a closed month what it was closed with. */
  period_preview: read(
    "结账预演",
    may.balance,
    pick(period, "id"),
    z.object({
      period,
      items: z.array(closeItem),
      journals: int("凭证数"),
      /** How many of them are not at zero. */
      open: int("未处理事项"),
      trial: z.array(trialLine),
      sums: trialSums,
    }),
  ),
  period_hold: move(periodFlow, "hold", of, done),
  period_reopen: move(periodFlow, "reopen", of, done),
  period_close: move(
    periodFlow,
    "close",
    {
      ...of,
      /** Of each item that is not at zero. */
      acknowledged: z
        .array(z.object({ key: z.string().min(1).max(40), reason: text("说明", { min: 5, max: 200 }) }))
        .max(40)
        .meta({ label: "未处理事项说明", kind: "list" }),
    },
    done,
  ),
});
