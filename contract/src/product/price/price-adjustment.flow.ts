import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/**
 * A change of prices waits for a second person; what was approved holds from its time on. Passing and refusing take
 * several requests at once, so their endpoints are no moves of one row.
 */
export const priceAdjustmentFlow = flow("price_adjustment", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    approved: { label: "已通过待生效", tone: "blue" },
    effective: { label: "已生效", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤销", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: ["approved", "effective"], may: may.price_adjustment, endpoint: null },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.price_adjustment, danger: true, endpoint: null },
    withdraw: { label: "撤销", from: ["pending"], to: "withdrawn", may: may.sku, danger: true },
    revoke: { label: "取消生效", from: ["approved"], to: "withdrawn", may: may.price_adjustment, danger: true },
    take_effect: { label: "生效", from: ["approved"], to: "effective", may: "system" },
  },
});
