/** 快递: parcels of originals between customer, us and nobody else. */
import { api, done, move, write } from "../kit/endpoint.ts";
import { choice, id, int, text, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { expressFlow } from "./order.flow.ts";
import { CARRIERS, EXPRESS_MODES } from "./words.ts";

export const expressApi = api({
  express_add: write(
    "登记快递",
    may.order_process,
    {
      order_id: id("订单"),
      type: z.union([z.literal(1), z.literal(3)]).meta({ label: "类型", kind: "choice", options: { "1": "客户寄来", "3": "回寄客户" } }),
      mode: choice("方式", EXPRESS_MODES),
      carrier_code: z.optional(z.nullable(choice("承运商", CARRIERS))),
      waybill_no: z.optional(z.nullable(text("运单号", { max: 40 }))),
      items: z
        .array(
          z.strictObject({
            applicant_id: id("申请人"),
            material_id: z.optional(z.nullable(id("资料"))),
            name: text("物品", { max: 60 }),
            count: int("份数", 1, 99),
          }),
        )
        .min(1, { error: "请填写寄件清单" })
        .max(200)
        .meta({ label: "寄件清单" }),
    },
    z.object({ id: id() }),
    { key: true },
  ),
  express_send: move(
    expressFlow,
    "send",
    {
      id: id("快递"),
      version: version(),
      waybill_no: z.optional(z.nullable(text("运单号", { max: 40 }))),
      weight_g: z.optional(int("重量(克)", 1, 100_000)),
    },
    done,
  ),
  express_sign: move(expressFlow, "sign", { id: id("快递"), version: version(), signed_by: text("签收人", { max: 40 }) }, done),
  express_check: move(
    expressFlow,
    "check",
    {
      id: id("快递"),
      version: version(),
      counts: z
        .array(z.strictObject({ item_id: id("物品"), counted: int("实收", 0, 99) }))
        .max(200)
        .meta({ label: "清点" }),
    },
    done,
  ),
  express_cancel: move(expressFlow, "cancel", { id: id("快递"), version: version() }, done),
});
