/** 资金与授信 and 价格 of a peer: what it may still spend, and what a product costs it and why. */
import { api, read, list, write } from "../../kit/endpoint.ts";
import { anyOf, choice, date, files, id, int, money, range, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { PRICE_BANDS } from "../../product/price/price-adjustment.ts";
import { TOP_UP_CHANNELS, TOP_UP_METHODS, TOP_UP_PURPOSES } from "./peer.words.ts";

const peerId = id("同行", "peer");
const skuId = id("商品", "sku");
const signed = (label: string) => money(label, { signed: true });

const credit = z.object({
  principal: money("本金"),
  gift: money("赠送金"),
  frozen: money("提现冻结"),
  /** Earliest end of gift money that is left. */
  gift_until: z.nullable(date("赠送金最近到期")),
  /** Rows of the formula; their sum is what is available. */
  rows: z.array(z.object({ key: z.string(), label: text("项目"), amount: signed("金额") })),
  available: signed("可用授信"),
  effective_limit: money("现行额度"),
  level_cap: money("等级授信上限"),
  /** Why credit cannot be used at present. */
  blocked: z.nullable(text("停用原因")),
  overdue_amount: z.nullable(money("逾期额")),
  overdue_since: z.nullable(date("最早逾期")),
  /** 额度够不够: used up on that day at the pace of 7 and of 30 days; null: not within 90 days. */
  forecast: z.array(z.object({ days: int("按近几天"), daily: money("日均"), used_up_on: z.nullable(date("用尽日")), text: text("预测") })),
  due: z.array(z.object({ due_on: date("还款日"), amount: money("应还") })),
  /** A temporary limit that would carry it through, for the request's form. */
  proposal: z.nullable(z.object({ temp_limit: money("临时额度"), valid_to: date("有效至") })),
  /** How limits were changed. */
  limits: z.array(
    z.object({
      at: time("时间"),
      label: text("项目"),
      before: text("原值", { min: 0 }),
      after: text("新值", { min: 0 }),
      by_name: z.nullable(text("审核人")),
    }),
  ),
  /** Ledger lines, for who may see balances. */
  lines: z.optional(
    z.array(
      z.object({
        id: id("流水"),
        at: time("时间"),
        no: text("凭证号"),
        account: text("账户"),
        change: text("类型", { min: 0 }),
        amount: signed("金额"),
        balance_after: z.nullable(money("变动后余额")),
        order_id: z.nullable(id("订单", "order")),
      }),
    ),
  ),
});
/** One rule that was tried; the winner has lost nothing. */
const tried = z.object({
  source: z.string(),
  label: text("价格"),
  price: z.nullable(money("金额")),
  lost: z.nullable(text("未采用的原因")),
  /** Level, group or special it names. */
  name: z.nullable(text("对象")),
  /** Who may change it, by the code of its screen. */
  changed_by: text("可调整人", { min: 0 }),
});
export const peerTrace = z.object({
  peer_id: peerId,
  peer_name: text("同行"),
  sku_id: skuId,
  sku_name: text("商品"),
  at: time("时间"),
  /** Why it cannot buy it at all. */
  blocked: z.nullable(text("不可购买的原因")),
  bands: z.array(
    z.object({
      band: choice("人群", PRICE_BANDS),
      price: money("售价"),
      embassy: money("签证费"),
      centre: money("签证中心服务费"),
      service: money("服务费"),
      ladder: z.array(tried),
    }),
  ),
});
export const peerTopUp = z.object({
  id: id("编号"),
  peer_id: peerId,
  peer_name: text("同行"),
  /** Into its principal, or against what it owes on credit; what is too much becomes principal. */
  purpose: choice("用途", TOP_UP_PURPOSES),
  amount: money("金额", { min: 1 }),
  method: choice("方式", TOP_UP_METHODS),
  trade_no: text("交易号", { max: 60 }),
  paid_at: time("到账时间"),
  proof_files: files("凭证", "peer_top_up").min(1, { error: "请上传凭证" }),
  note: text("备注", { min: 0, max: 200 }),
  created_by_name: z.nullable(text("登记人")),
  created_at: time("登记时间"),
});
const t = peerTopUp.shape;

export const peerMoneyApi = api({
  peer_credit_get: read("资金与授信", may.peer, { id: peerId }, credit),
  peer_price_trace_get: read("价格解释", may.peer, { peer_id: peerId, sku_id: skuId, at: z.optional(z.nullable(time("时间"))) }, peerTrace),
});
/** Money of channels that staff saw come in, until channels report it themselves; what came by a bank before remittances stays to be read. */
export const peerTopUpApi = api({
  peer_top_up_query: list("充值登记列表", may.corporate_remittance, {
    filter: {
      peer_id: z.optional(anyOf(t.peer_id)),
      purpose: z.optional(anyOf(t.purpose)),
      method: z.optional(anyOf(t.method)),
      trade_no: z.optional(text("交易号", { min: 0, max: 60 })),
      paid_at: z.optional(range("到账时间")),
    },
    row: peerTopUp,
    sorts: ["created_at"],
    exports: ["peer_name", "purpose", "amount", "method", "trade_no", "paid_at", "note", "created_by_name", "created_at"],
  }),
  peer_top_up_add: write(
    "登记充值",
    may.corporate_remittance,
    {
      peer_id: t.peer_id,
      purpose: t.purpose,
      amount: t.amount,
      /** Money of a bank is a remittance. */
      method: choice("方式", TOP_UP_CHANNELS),
      trade_no: t.trade_no,
      paid_at: t.paid_at,
      proof_files: t.proof_files,
      note: t.note,
    },
    peerTopUp,
    { key: true },
  ),
});
