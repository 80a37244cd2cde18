/** 资金追踪: any number leads to the whole chain of its money. */
import { api, read } from "../../kit/endpoint.ts";
import { bool, choice, date, id, labelsOf, money, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { TRACE_STAGES } from "../ledger.words.ts";

/** A paper, or a posting of the books. */
export const traceNode = z.object({
  key: text("节点"),
  stage: choice("环节", labelsOf(TRACE_STAGES)),
  title: text("事项"),
  no: text("单号", { min: 0 }),
  noun: text("类型"),
  noun_id: z.int().meta({ label: "编号", kind: "int" }),
  amount: z.nullable(money("金额", { signed: true })),
  on: z.nullable(date("日期")),
  by_name: z.nullable(text("经办")),
  note: text("说明", { min: 0 }),
  journal_id: z.nullable(id("凭证", "journal")),
  journal_no: z.nullable(text("凭证号")),
  is_reversed: bool("已冲正"),
});
export const moneyTraceApi = api({
  money_trace_get: read(
    "资金追踪",
    may.balance,
    { no: text("单号", { max: 60 }) },
    z.object({
      subject: text("追踪对象"),
      nodes: z.array(traceNode),
      /** What has not come to rest yet. */
      open: z.array(
        z.object({
          label: text("未了事项"),
          order_id: z.nullable(id("订单", "order")),
          no: text("单号", { min: 0 }),
          amount: money("金额", { signed: true }),
        }),
      ),
      /** More than is drawn. */
      is_cut: bool("未列全"),
    }),
  ),
});
