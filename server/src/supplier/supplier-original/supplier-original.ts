import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierOriginalApi } from "@visadesk/contract/supplier/supplier-original.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { NO_SUPPLIER } from "../supplier/supplier-scope.sql.ts";
import { storedDetail } from "../supplier/supplier.sql.ts";
import { exposures, originalList } from "./supplier-original.sql.ts";

type Row = Output<typeof supplierOriginalApi.supplier_original_query>["list"][number];

export const supplierOriginalServer = serve(supplierOriginalApi, {
  supplier_original_query: async (input, ctx) => {
    found(await storedDetail(ctx, input.supplier_id), NO_SUPPLIER);
    return pageOf<Row>(ctx.db, input, originalList(input, ctx));
  },
  supplier_exposure_query: async (_input, ctx) => ({ list: await exposures(ctx) }),
});
