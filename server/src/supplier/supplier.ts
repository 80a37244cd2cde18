import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { typedAs } from "#kit/pinyin.ts";
import { serve } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";

const MAX_PICKS = 50;

export const supplierServer = serve(supplierApi, {
  supplier_pick: async ({ keyword }, ctx) => {
    const all = await rows<{ id: number; short_name: string; name: string }>(
      ctx.db,
      q`select id, short_name, name from suppliers order by supplier_status = 'active' desc, short_name`,
    );
    return { list: all.filter((s) => !keyword || typedAs(keyword, s.name, s.short_name)).slice(0, MAX_PICKS) };
  },
});
