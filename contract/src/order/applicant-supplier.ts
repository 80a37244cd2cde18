import { rowResult, write } from "../kit/endpoint.ts";
import { date, id, ids, int, text, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

/** Another supplier for people who are not handed in yet: the named one, else the best; a result per row. */
export const supplierSet = write(
  "改派供应商",
  may.order_process,
  {
    ids: ids("申请人", 200).min(1, { error: "请选择申请人" }),
    supplier_id: z.optional(z.nullable(id("供应商", "supplier"))),
    planned_date: z.optional(date("计划送签日")),
    reason: text("原因", { min: 2, max: 200 }),
  },
  z.object({ results: z.array(rowResult), done: int("已完成") }),
  { key: true },
);
