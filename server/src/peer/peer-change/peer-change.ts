/** Endpoints of requests for other terms. */
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { changeAdd, changeBatch } from "./peer-change.add.ts";
import { changeMoves } from "./peer-change.moves.ts";
import { changeList, NO_CHANGE, shownChanges, storedChange, type StoredChange } from "./peer-change.sql.ts";

export const peerChangeServer = serve(peerChangeApi, {
  peer_change_query: async (input, ctx) => {
    const page = await pageOf<StoredChange>(ctx.db, input, changeList(input, ctx));
    const asksFaults = !input.fields || input.fields.some((f) => f === "faults" || f === "credit");
    return { ...page, list: await shownChanges(ctx, page.list, asksFaults) };
  },
  peer_change_get: async ({ id }, ctx) => {
    const [row] = await shownChanges(ctx, [found(await storedChange(ctx, id), NO_CHANGE)], true);
    return found(row, NO_CHANGE);
  },
  peer_change_add: changeAdd,
  peer_change_batch: changeBatch,
  ...changeMoves,
});
