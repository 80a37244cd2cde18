/** 快递结算: bills of carriers, one per monthly card and month. */
import { api, list, pick, prefixed, read } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, money, text, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { carrierCard } from "./carrier-card.ts";
import { expressSettleFlow } from "./settle.flow.ts";
import { CARRIER_VERDICTS } from "./settle.words.ts";
import { parcelLines } from "./settlement-line.ts";
import { settlementShape } from "./settlement-shape.ts";
import { approveOf, generateOf, settleApi, settleParty } from "./settlement.ts";

const code = may.express_settle;
const settlement = settlementShape(expressSettleFlow);

/** One row per carrier and card. */
export const cardParty = z.object({
  ...pick(carrierCard, "id", "supplier_id", "supplier_name", "carrier_code"),
  card_name: text("月结卡"),
  ...pick(carrierCard, "card_no", "team_id", "team_name"),
  month_count: int("本月件数"),
  month_cost: money("暂估", { signed: true }),
  /** The newest bill that is not void. */
  last_id: z.nullable(id("上期账单", "settlement")),
  last_no: z.nullable(text("上期账单")),
  last_end: z.nullable(date("上期账单止")),
  last_final: z.nullable(money("上期账单额", { signed: true })),
  difference_count: int("差异件"),
  unpaid: money("未付"),
  overdue: money("逾期"),
  settlement_status: z.nullable(settlement.shape.settlement_status),
  ...pick(carrierCard, "is_enabled"),
});
const carrierParty = settleParty.extend({ name: text("快递公司"), kind: choice("类型", { carrier: "快递" }) });

export const expressSettleApi = api({
  ...prefixed("express_settle", settleApi(expressSettleFlow, code, CARRIER_VERDICTS, parcelLines)),
  express_settle_query: list("快递结算列表", code, {
    filter: {
      keyword: z.optional(text("快递公司/月结卡", { min: 0, max: 60 })),
      supplier_id: z.optional(anyOf(cardParty.shape.supplier_id)),
      team_id: z.optional(anyOf(id("使用团队", "team"))),
      has_difference: z.optional(bool("有差异件")),
      is_overdue: z.optional(bool("逾期")),
      is_enabled: z.optional(bool("启用")),
    },
    row: cardParty,
    sorts: ["card_name", "last_end"],
    exports: [
      "supplier_name",
      "card_name",
      "card_no",
      "team_name",
      "month_count",
      "month_cost",
      "last_no",
      "last_end",
      "last_final",
      "difference_count",
      "unpaid",
      "overdue",
      "settlement_status",
      "is_enabled",
    ],
    columns_may: { month_cost: code },
  }),
  /** What the books say of one carrier. */
  express_settle_party_get: read("结算对方", code, { supplier_id: id("快递公司", "carrier") }, carrierParty),
  express_settle_generate: generateOf(expressSettleFlow),
  express_settle_approve: approveOf(expressSettleFlow),
});
