/** 汇率: what a unit of a foreign currency costs in CNY on a day. A rate by which something was booked is never edited. */
import { CURRENCIES, rateText } from "../../base-data/official-fee.ts";
import { api, list, pick, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, range, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

const { CNY: _home, ...FOREIGN_CURRENCIES } = CURRENCIES;
export { FOREIGN_CURRENCIES };

export const fxRate = z.object({
  id: id("编号"),
  currency: choice("币种", FOREIGN_CURRENCIES),
  day: date("日期"),
  /** CNY per unit of the currency. */
  rate: rateText(),
  source: text("来源", { max: 40 }),
  /** A fee was paid by it: it stays as it is. */
  is_used: bool("已使用"),
  created_by_name: z.nullable(text("录入人")),
  version: version(),
  created_at: time("录入时间"),
  updated_at: time("更新时间"),
});
const f = fxRate.shape;

export const fxRateApi = api({
  fx_rate_query: list("汇率表", may.embassy_payment, {
    filter: { currency: z.optional(anyOf(f.currency)), day: z.optional(range("日期")) },
    row: fxRate,
    sorts: ["day"],
    exports: ["day", "currency", "rate", "source", "is_used", "created_by_name", "created_at", "updated_at"],
  }),
  /** A day that has a rate already gets another one as long as nothing was booked by it. */
  fx_rate_add: write(
    "录入汇率",
    may.embassy_payment,
    {
      ...pick(fxRate, "currency", "day", "rate", "source"),
      /** Of the day's rate as the caller saw it: he knows that he changes it. */
      version: z.optional(f.version),
      confirm_jump: z.optional(bool("确认汇率变动")),
    },
    fxRate,
  ),
});
