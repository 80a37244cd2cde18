/** 月结卡: on which account of a carrier we send, what it asks by zone, and who sends on it. */
import { api, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, money, text, time, version, z } from "../kit/field.ts";
import { CARRIERS } from "../order/words.ts";
import { may } from "../permissions.ts";
import { CARRIER_ZONES } from "./settle.words.ts";

const code = may.express_settle;
export const zoneRate = z.strictObject({
  zone: choice("区域", CARRIER_ZONES),
  first_kg: money("首重(1公斤)", { min: 1 }),
  next_kg: money("续重(每公斤)"),
});
const twice = (rates: readonly { zone: string }[]): boolean => new Set(rates.map((r) => r.zone)).size < rates.length;

export const carrierCard = z.object({
  id: id("编号", "carrier_card"),
  supplier_id: id("快递公司", "carrier"),
  supplier_name: text("快递公司"),
  carrier_code: choice("承运商", CARRIERS),
  card_no: text("月结卡号", { max: 40 }),
  name: text("名称", { max: 40 }),
  team_id: z.nullable(id("使用团队", "team")),
  team_name: z.nullable(text("使用团队")),
  rates: z
    .array(zoneRate)
    .min(1, { error: "请填写运价" })
    .max(Object.keys(CARRIER_ZONES).length)
    .refine((r) => !twice(r), { error: "同一区域只能有一个运价" })
    .meta({ label: "运价", kind: "list" }),
  bill_day: int("账单日", 1, 28),
  is_enabled: bool("启用"),
  /** It has a bill: it stays with its carrier and stays in use. */
  is_billed: bool("已有账单"),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
const form = pick(carrierCard, "supplier_id", "carrier_code", "card_no", "name", "team_id", "rates", "bill_day");

export const carrierCardApi = api({
  carrier_card_query: list("月结卡列表", code, {
    filter: {
      keyword: z.optional(text("名称/卡号", { min: 0, max: 40 })),
      supplier_id: z.optional(anyOf(carrierCard.shape.supplier_id)),
      carrier_code: z.optional(anyOf(carrierCard.shape.carrier_code)),
      team_id: z.optional(anyOf(id("使用团队", "team"))),
      is_enabled: z.optional(bool("启用")),
    },
    row: carrierCard,
    sorts: ["created_at"],
    exports: ["name", "card_no", "supplier_name", "carrier_code", "team_name", "bill_day", "is_enabled", "is_billed", "created_at"],
  }),
  carrier_card_get: read("月结卡详情", code, pick(carrierCard, "id"), carrierCard),
  carrier_card_add: write("新增月结卡", code, form, carrierCard),
  carrier_card_update: write(
    "编辑月结卡",
    code,
    { ...pick(carrierCard, "id", "version"), ...optional({ ...form, is_enabled: carrierCard.shape.is_enabled }) },
    carrierCard,
  ),
});
