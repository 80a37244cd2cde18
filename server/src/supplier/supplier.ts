import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { likeOf } from "#kit/grams.ts";
import { serve } from "#kit/serve.ts";
import { q, rows } from "#kit/sql.ts";

const MAX_PICKS = 50;

export const supplierServer = serve(supplierApi, {
  supplier_pick: async ({ keyword }, ctx) => ({
    list: await rows<{ id: number; short_name: string; name: string }>(
      ctx.db,
      q`select id, short_name, name from suppliers where ${keyword ? q`lower(name || ' ' || short_name) like ${likeOf(keyword)}` : q`true`} order by supplier_status = 'active' desc, short_name limit ${MAX_PICKS}`,
    ),
  }),
});
