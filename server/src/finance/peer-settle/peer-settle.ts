/** Endpoints of peers' statements: the life every settlement has, read as a peer's account. */
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { CHANGE_LABELS } from "@visadesk/contract/finance/ledger.words.ts";
import { creditAvailable, creditRows, type CreditTerms } from "@visadesk/contract/peer/peer/credit.rules.ts";
import { prefixed, type Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { heldFiles } from "../settlement/settle-parts.sql.ts";
import { settleHandlers } from "../settlement/supplier-settle.ts";
import { debtorList, shownDebtors, type StoredDebtor } from "./peer-debtor.sql.ts";
import { debtOf } from "./peer-debt.ts";
import { peerActs } from "./peer-kind.ts";
import { creditsOf } from "./peer-lines.sql.ts";
import { extend, generate, remind, repay, undoAllocation } from "./peer-settle.acts.ts";
import {
  allocationsOf,
  KINDS,
  lineList,
  NO_STATEMENT,
  shownLines,
  shownStatements,
  statementList,
  statementOf,
  statementStat,
  type StoredLine,
  type StoredStatement,
} from "./peer-settle.sql.ts";

type Detail = Output<typeof peerSettleApi.peer_settle_get>;
/** Whose account it stands on: the formula of what may still be charged, and what came in and settles nothing yet. */
async function detail(ctx: Ctx, id: number): Promise<Detail> {
  const s = found(await statementOf(ctx, id), NO_STATEMENT);
  const peer = s.peer_id ?? 0;
  const [shown, terms, accounts, debts, credits, later] = await Promise.all([
    shownStatements(ctx, [s]),
    row<CreditTerms>(ctx.db, q`select settle_mode, credit_limit, temp_limit, temp_until from peers where id = ${peer}`),
    peerAccountsOf(ctx.db, [peer]),
    debtOf(ctx.db, [peer]),
    creditsOf(ctx.db, [peer]),
    row(
      ctx.db,
      q`select 1 from settlements where peer_id = ${peer} and cycle_end > ${s.cycle_end} and settlement_status <> 'void' limit 1`,
    ),
  ]);
  const of = found(terms, NO_STATEMENT);
  const used = { used: accounts.get(peer)?.credit_used ?? 0, billed: debts.get(peer)?.billed ?? 0 };
  return {
    ...found(shown[0], NO_STATEMENT),
    credit_rows: creditRows(of, used, ctx.now),
    credit_available: creditAvailable(of, used, ctx.now),
    principal: accounts.get(peer)?.principal ?? 0,
    unallocated: credits.reduce((n, c) => n + Math.max(0, c.free), 0),
    is_latest: later === undefined,
  };
}
const isChange = (key: string): key is keyof typeof CHANGE_LABELS => Object.hasOwn(CHANGE_LABELS, key);

export const peerSettleServer = serveHolding(peerSettleApi, heldFiles, {
  ...prefixed("peer_settle", settleHandlers(KINDS, { acts: peerActs })),
  peer_settle_query: async (input, ctx) => {
    const page = await pageOf<StoredDebtor>(ctx.db, input, debtorList(input, ctx));
    return { ...page, list: await shownDebtors(ctx, page.list) };
  },
  peer_settle_cycle_query: async (input, ctx) => {
    const page = await pageOf<StoredStatement>(ctx.db, input, statementList(input, ctx));
    return { ...page, list: await shownStatements(ctx, page.list) };
  },
  peer_settle_stat_get: (_, ctx) => statementStat(ctx),
  peer_settle_get: ({ id }, ctx) => detail(ctx, id),
  peer_settle_line_query: async (input, ctx) => {
    const page = await pageOf<StoredLine>(ctx.db, input, lineList(input, ctx));
    return { ...page, list: await shownLines(ctx, page.list) };
  },
  peer_settle_allocation_query: async ({ id }, ctx) => {
    const s = found(await statementOf(ctx, id), NO_STATEMENT);
    const list = await allocationsOf(ctx, s.id);
    return { list: list.map((a) => ({ ...a, item: isChange(a.item) ? CHANGE_LABELS[a.item] : a.item })) };
  },
  peer_settle_generate: generate,
  peer_settle_extend: extend,
  peer_settle_remind: remind,
  peer_repay: repay,
  settle_allocation_undo: undoAllocation,
});
