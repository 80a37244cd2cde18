/** 账户 of peers, and the statement of one over a period. */
import { ledgerAccountApi } from "@visadesk/contract/finance/books/ledger-account.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { peerStatement, type PeerStatement } from "../../ledger/index.ts";
import { financeScope } from "../scope.sql.ts";
import { balanceList, shownLines, type StoredLine } from "./balance.sql.ts";
import { accountList, shownAccounts, type StoredAccounts } from "./ledger-account.sql.ts";

type Api = typeof ledgerAccountApi;
/** Lines that a sheet of paper takes; the file holds all of them. */
const MOST = 500;
const PAGE = 100;

async function linesOf(ctx: Ctx, peerId: number, span: { from: string; to: string }) {
  const def = await balanceList(ctx, { peer_id: [peerId], booked_on: span });
  const list: StoredLine[] = [];
  for (let cursor: string | null | undefined; cursor !== null && list.length <= MOST;) {
    const page = await pageOf<StoredLine>(ctx.db, { page: 1, page_size: PAGE, order: "asc", count: false, ...(cursor && { cursor }) }, def);
    list.push(...page.list);
    cursor = page.cursor;
  }
  return list;
}

/** As the peer sees it: what is owed stands below zero, and grows by what is spent. */
const fromPeer = ({ account, opening, rose, fell, closing }: PeerStatement["accounts"][number]) =>
  account === "peer_credit"
    ? { account, opening: 0 - opening, income: fell, outcome: rose, closing: 0 - closing }
    : { account, opening, income: rose, outcome: fell, closing };

async function statement({ peer_id, from, to }: Parsed<Api["peer_statement_get"]>, ctx: Ctx): Promise<Output<Api["peer_statement_get"]>> {
  if (from > to) throw badInput({ path: "to", message: "期间至不能早于期间自" });
  const peer = found(
    await row<{ peer_no: string; peer_name: string; company_name: string }>(
      ctx.db,
      q`select p.peer_no, p.short_name as peer_name, p.name as company_name from peers p
        where ${and([q`p.id = ${peer_id}`, financeScope(ctx, { peer: "p.id" })])}`,
    ),
    "同行不存在或无权查看",
  );
  const [sums, list] = await Promise.all([peerStatement(ctx.db, peer_id, { from, to, most: 0 }), linesOf(ctx, peer_id, { from, to })]);
  return {
    peer_id,
    ...peer,
    from,
    to,
    accounts: sums.accounts.map(fromPeer),
    lines: await shownLines(ctx.db, list.slice(0, MOST)),
    is_cut: list.length > MOST,
  };
}
export const ledgerAccountServer = serve(ledgerAccountApi, {
  ledger_account_query: async (input, ctx) => {
    const page = await pageOf<StoredAccounts>(ctx.db, input, accountList(ctx, input));
    return { ...page, list: await shownAccounts(ctx, page.list) };
  },
  peer_statement_get: statement,
});
