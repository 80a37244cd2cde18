/** 同行人一致性: the people of one order side by side, what does not fit, and who accepted it with which reason. */
import { api, done, read, write } from "../../kit/endpoint.ts";
import { bool, choice, id, int, personName, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { RELATIONS } from "../words.ts";
import { CONSISTENCY_RULES } from "./order-consistency.words.ts";

const R = { any: [may.order_view, may.order_process] } as const;
const rule = () => choice("项目", CONSISTENCY_RULES);

const cell = z.object({
  applicant_id: id("申请人"),
  /** As it may be shown; null where nobody said it. */
  value: z.nullable(text("内容", { min: 0 })),
  /** Those with one number say the same; null where nothing is known. */
  group: z.nullable(int("同组")),
});
const row = z.object({
  rule: rule(),
  /** He may not see what it rests on, so that nothing is said of it. */
  is_hidden: bool("无权查看"),
  /** What the order itself says. */
  order_value: z.nullable(text("订单", { min: 0 })),
  cells: z.array(cell),
});
const acceptance = z.object({ reason: text("原因"), accepted_by: z.nullable(text("接受人")), created_at: time("接受时间") });
const conflict = z.object({
  rule: rule(),
  /** Whose it is alone; null: of several. */
  applicant_id: z.nullable(id("申请人")),
  applicant_ids: z.array(id("申请人")),
  text: text("冲突"),
  /** What it rests on, so that nobody accepts what he has not seen. */
  seen: text("内容标记"),
  acceptance: z.nullable(acceptance),
});
/** A row of its own: what an acceptance says in the records. */
export const orderConsistency = z.object({
  id: id(),
  rule: rule(),
  applicant_id: z.nullable(id("申请人")),
  reason: acceptance.shape.reason,
  created_at: acceptance.shape.created_at,
});

export const orderConsistencyApi = api({
  order_consistency_get: read(
    "同行人一致性",
    R,
    { order_id: id("订单") },
    z.object({
      people: z.array(
        z.object({
          id: id("申请人"),
          seq: int("序号"),
          name_cn: z.nullable(personName("姓名")),
          relation: choice("关系", RELATIONS),
          /** Null to whoever may not see what it rests on. */
          is_minor: z.nullable(bool("未成年")),
        }),
      ),
      rows: z.array(row),
      conflicts: z.array(conflict),
    }),
  ),
  order_consistency_accept: write(
    "接受同行人不一致",
    may.order_process,
    {
      order_id: id("订单"),
      rule: rule(),
      applicant_id: z.nullable(id("申请人")),
      seen: text("内容标记", { max: 64 }),
      reason: text("原因", { min: 5, max: 200 }),
    },
    done,
  ),
});
