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

type Statement = Output<Api["peer_statement_get"]>;
/** By the day they are booked on, as the period is cut; what each account stands at is reckoned along that order. */
function inDays<L extends StoredLine>(list: readonly L[], accounts: Statement["accounts"]): L[] {
  const standing = new Map(accounts.map((a) => [a.account, a.opening]));
  return list
    .toSorted((a, b) => a.booked_on.localeCompare(b.booked_on) || a.id - b.id)
    .map((l) => {
      const balance_after = (standing.get(l.account) ?? 0) + (l.income ?? 0) - (l.outcome ?? 0);
      standing.set(l.account, balance_after);
      return { ...l, balance_after };
    });
}

async function statement({ peer_id, from, to }: Parsed<Api["peer_statement_get"]>, ctx: Ctx): Promise<Statement> {
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
  const accounts = sums.accounts.map(fromPeer);
  // Of a part nobody knows what stands between its days: there the balances stay those of the posting.
  const lines = list.length > MOST ? list.slice(0, MOST) : inDays(list, accounts);
  return {
    peer_id,
    ...peer,
    from,
    to,
    accounts,
    lines: await shownLines(ctx.db, lines),
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
