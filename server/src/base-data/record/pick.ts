import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { serve } from "#kit/call/serve.ts";
import { countryRows, embassyPicks } from "./pick.sql.ts";
import { rejectReasons } from "./reference.sql.ts";

export const pickServer = serve(baseDataApi, {
  country_get: (_, ctx) => countryRows(ctx.db),
  embassy_pick: async (input, ctx) => ({ list: await embassyPicks(ctx.db, input, ctx.now) }),
  reject_reason_pick: async ({ document_id }, ctx) => ({ list: await rejectReasons(ctx.db, document_id ?? null) }),
});
