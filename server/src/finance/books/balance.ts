/** 余额明细. */
import { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { balanceList, balanceSums, shownLines, type StoredLine } from "./balance.sql.ts";

export const balanceServer = serve(balanceApi, {
  balance_query: async (input, ctx) => {
    const page = await pageOf<StoredLine>(ctx.db, input, await balanceList(ctx, input));
    return { ...page, list: await shownLines(ctx.db, page.list) };
  },
  balance_sum_get: (input, ctx) => balanceSums(ctx, input),
});
