/** 不合格原因库: what a reviewer may say against a paper. The code stays for ever, since rejections of the past name it. */
import { api, done, list, optional, pick, write } from "../../kit/endpoint.ts";
import { anyOf, id, int, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { DOCUMENT_KINDS } from "../base-data.ts";
import { recordStatus } from "./record.ts";

const kinds = z
  .array(z.int().min(1).max(5), { error: "请选择适用资料" })
  .min(1, { error: "请选择适用资料" })
  .max(5, { error: "适用资料最多5项" })
  .meta({ label: "适用资料", kind: "choices", options: DOCUMENT_KINDS });

export const reason = z.object({
  id: id("编号"),
  code: text("编码", { max: 20 }),
  text: text("原因", { min: 2, max: 20 }),
  advice: text("给客户的建议", { min: 0, max: 100 }),
  kinds,
  /** Rejections of the last 90 days with it, those with a merged reason among them. */
  used_90: int("90天使用"),
  /** Papers that offer it first. */
  papers: int("常用资料"),
  merged_into: z.nullable(text("已并入")),
  status: recordStatus(),
  version: version(),
  updated_at: time("更新"),
});
const form = pick(reason, "text", "advice", "kinds");
const seen = pick(reason, "id", "version");

export const rejectReasonApi = api({
  reject_reason_query: list("不合格原因库", may.elec, {
    filter: {
      keyword: z.optional(text("原因或建议", { min: 0, max: 40 })),
      kinds: z.optional(anyOf(z.int().min(1).max(5).meta({ label: "适用资料", kind: "choice", options: DOCUMENT_KINDS }))),
      status: z.optional(reason.shape.status),
    },
    row: reason,
    sorts: ["used_90", "text", "updated_at"],
    exports: ["code", "text", "advice", "kinds", "used_90", "papers", "merged_into", "status", "updated_at"],
  }),
  reject_reason_add: write("新增不合格原因", may.elec, form, z.object({ id: id() })),
  reject_reason_update: write("编辑不合格原因", may.elec, { ...seen, ...optional(form) }, done),
  /** Papers and figures move to the other reason; past rejections keep the words the customer got. */
  reject_reason_merge: write(
    "合并不合格原因",
    may.elec,
    { ...seen, into_id: id("并入的原因", "reject_reason") },
    z.object({ papers: int("改用的资料") }),
    { key: true },
  ),
  reject_reason_enable: write("启用不合格原因", may.elec, seen, done),
  reject_reason_disable: write("禁用不合格原因", may.elec, seen, done),
});
