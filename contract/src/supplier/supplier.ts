/** 供应商, as pickers name them; the area itself comes with its own work. */
import { api, read } from "../kit/endpoint.ts";
import { id, text, z } from "../kit/field.ts";

export const supplierApi = api({
  supplier_pick: read(
    "选择供应商",
    "staff",
    { keyword: z.optional(text("关键词", { min: 0, max: 40 })) },
    z.object({ list: z.array(z.object({ id: id("供应商"), short_name: text("简称"), name: text("供应商") })) }),
  ),
});
