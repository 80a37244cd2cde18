/** 收件中心: our own desks to which customers send their originals. */
import { api, done, list, optional, pick, read, write } from "../../kit/endpoint.ts";
import { bool, id, int, openAddress, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { recordApi, recordStatus, replaceApi } from "./record.ts";

export const mailCentre = z.object({
  id: id("编号"),
  name: text("名称", { min: 2, max: 40 }),
  contact: text("收件人", { max: 20 }),
  mobile: text("手机号", { pattern: "mobile" }),
  address: openAddress("收件地址"),
  address_text: text("收件地址"),
  hours: text("收件时间", { min: 0, max: 60 }),
  note: text("说明", { min: 0, max: 200 }),
  /** Products on sale that send customers here: what disabling checks. */
  used_count: int("使用商品数"),
  status: recordStatus(),
  version: version(),
  updated_at: time("更新"),
});
const form = pick(mailCentre, "name", "contact", "mobile", "address", "hours", "note");
const centreId = () => id("编号", "mail_centre");

export const mailCentreApi = api({
  mail_centre_query: list("收件中心", may.mail, {
    filter: {
      keyword: z.optional(text("名称/收件人/手机号", { min: 0, max: 40 })),
      status: z.optional(mailCentre.shape.status),
      is_used: z.optional(bool("有无使用")),
    },
    row: mailCentre,
    sorts: ["name", "used_count", "updated_at"],
    exports: ["name", "contact", "mobile", "address_text", "hours", "note", "used_count", "status", "updated_at"],
  }),
  mail_centre_add: write("新增收件中心", may.mail, form, z.object({ id: id() })),
  mail_centre_update: write("编辑收件中心", may.mail, { ...pick(mailCentre, "id", "version"), ...optional(form) }, done),
  ...recordApi("mail_centre", "收件中心", may.mail, centreId()),
  ...replaceApi("mail_centre", "收件中心", may.mail, centreId()),
  mail_centre_pick: read(
    "选择收件中心",
    "staff",
    { keyword: z.optional(text("关键词", { min: 0, max: 40 })) },
    z.object({ list: z.array(mailCentre.pick({ id: true, name: true, contact: true, address_text: true })) }),
  ),
});
