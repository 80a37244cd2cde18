/** 联系人与收料地址 of a supplier. */
import { api, done, nullable, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, choices, clock, id, mobile, openAddress, phone, text, time, version, z } from "../kit/field.ts";
import { patterns } from "../kit/patterns.ts";
import { may } from "../permissions.ts";
import { CONTACT_ROLES } from "./supplier.words.ts";

const code = may.supplier;
export const supplierContactFacts = {
  /** Whom our staff call: at work, so not masked. */
  name: text("姓名", { min: 2, max: 20 }),
  mobile: z.nullable(mobile("手机")),
  phone: phone("座机"),
  email: text("邮箱", { min: 0, max: 100, check: (v) => (v === "" || patterns.email.re.test(v) ? null : patterns.email.message) }),
  roles: choices("职责", CONTACT_ROLES).min(1, { error: "请选择职责" }),
  /** Due where papers are collected. */
  address: z.nullable(openAddress("收料地址")),
  receive_hours: text("收件时间", { min: 0, max: 60 }),
  /** Signed after it counts as the next working day. */
  cut_off: z.nullable(clock("当日截止")),
  is_default: bool("默认"),
};
export const supplierContact = z.object({
  id: id("编号"),
  supplier_id: id("供应商", "supplier"),
  ...supplierContactFacts,
  address_text: text("收料地址", { min: 0 }),
  version: version(),
  updated_at: time("更新时间"),
});
const of = pick(supplierContact, "id", "version");

export const supplierContactApi = api({
  supplier_contact_query: read(
    "供应商联系人",
    { any: [may.supplier, may.supplier_logistics] },
    pick(supplierContact, "supplier_id"),
    z.object({ list: z.array(supplierContact) }),
  ),
  supplier_contact_add: write("新增联系人", code, { ...pick(supplierContact, "supplier_id"), ...supplierContactFacts }, supplierContact),
  supplier_contact_update: write("编辑联系人", code, { ...of, ...optional(supplierContactFacts) }, supplierContact),
  supplier_contact_remove: write("删除联系人", code, of, done),
  /** One number, logged and counted. */
  supplier_contact_reveal: write(
    "查看联系人手机",
    code,
    { ...pick(supplierContact, "id"), reason: z.optional(text("查看原因", { min: 2, max: 100 })) },
    z.object(nullable({ mobile: text("手机") })),
    { log: "reveal" },
  ),
});
