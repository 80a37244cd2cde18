import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { typedAs } from "#kit/pinyin.ts";
import { serve } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";

const MAX_PICKS = 50;
type Picked = Output<typeof supplierApi.supplier_pick>["list"][number];

export const supplierServer = serve(
  { supplier_pick: supplierApi.supplier_pick },
  {
    supplier_pick: async ({ keyword, kind, is_active }, ctx) => {
      const all = await rows<Picked>(
        ctx.db,
        q`select id, supplier_no, short_name, name, kind, supplier_status from suppliers order by supplier_status = 'active' desc, short_name`,
      );
      const fits = (s: Picked): boolean =>
        (!keyword || typedAs(keyword, s.name, s.short_name)) &&
        (!kind || kind.includes(s.kind)) &&
        (!is_active || s.supplier_status === "active");
      return { list: all.filter(fits).slice(0, MAX_PICKS) };
    },
  },
);
