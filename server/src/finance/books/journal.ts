/** 凭证. */
import { journalApi } from "@visadesk/contract/finance/books/journal.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { journalList, journalOf, shownJournals, type StoredJournal } from "./journal.sql.ts";

export const journalServer = serve(journalApi, {
  journal_query: async (input, ctx) => {
    const page = await pageOf<StoredJournal>(ctx.db, input, await journalList(ctx, input));
    return { ...page, list: await shownJournals(ctx.db, page.list) };
  },
  journal_get: ({ id }, ctx) => journalOf(ctx, id),
});
