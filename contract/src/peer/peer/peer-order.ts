/** 订单 of a peer, as its page lists them: no person by name, the order itself is read under the codes of orders. */
import { api, list } from "../../kit/endpoint.ts";
import { bool, choice, date, id, int, money, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { orderFlow } from "../../order/order.flow.ts";
import { PAY_STATES } from "../../order/words.ts";
import { may } from "../../permissions.ts";

export const peerOrder = z.object({
  id: id("编号", "order"),
  order_no: text("订单号"),
  country_name: text("国家/地区"),
  sku_name: text("商品"),
  applicant_count: int("人数"),
  order_status: choice("状态", stateLabels(orderFlow)),
  pay_status: choice("支付状态", PAY_STATES),
  amount_payable: money("应付"),
  amount_paid: money("实付"),
  amount_refunded: money("已退"),
  promised_date: z.nullable(date("预计出签")),
  created_at: time("下单时间"),
  paid_at: z.nullable(time("支付时间")),
});

export const peerOrderApi = api({
  peer_order_query: list("同行订单列表", may.peer, {
    filter: {
      peer_id: id("同行", "peer"),
      order_no: z.optional(text("订单号", { min: 0, max: 40 })),
      /** Neither completed nor cancelled. */
      is_open: z.optional(bool("未完结")),
    },
    row: peerOrder,
    sorts: ["created_at", "paid_at"],
    exports: [
      "order_no",
      "country_name",
      "sku_name",
      "applicant_count",
      "order_status",
      "pay_status",
      "amount_payable",
      "amount_paid",
      "amount_refunded",
      "promised_date",
      "created_at",
      "paid_at",
    ],
  }),
});
