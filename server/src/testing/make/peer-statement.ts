/** Peers' statements as tests need them: what a peer was charged and gave on other days, and its statements of months that are over. */
import { q, row } from "#kit/db/sql.ts";
import { peerAccountsOf, postJournal, postRepay, postTopUp, type CreditOf } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { makePeer } from "./peer.ts";
import { confirmBody, key } from "./settlement.ts";

let events = 700_000;
const unlimited: CreditOf = () => Promise.resolve({ limit: Number.MAX_SAFE_INTEGER, blocked: null });
export const noon = (day: string): Date => new Date(`${day}T04:00:00Z`);

/** A peer on credit that nobody has billed yet. */
export const creditPeer = async (app: TestApp, more: Parameters<typeof makePeer>[1] = {}): Promise<number> =>
  (await makePeer(app.db, { settle_mode: "credit", credit_days: 31, credit_limit: 50_000_000, ...more })).id;

/** Charges it on a day, for an order where one is named. */
export const charged = (
  app: TestApp,
  peer_id: number,
  day: string,
  amount: number,
  { order_id = null, ask = unlimited }: { order_id?: number | null; ask?: CreditOf } = {},
): Promise<number | null> =>
  asWrite(app.db, null, noon(day), (ctx) =>
    postJournal(
      ctx,
      {
        kind: "order_paid",
        source_noun: "order",
        source_id: ++events,
        lines: [
          { account: { code: "peer_credit", owner_id: peer_id }, amount, order_id },
          { account: { code: "order_deferred" }, amount: -amount, order_id, fee_kind: "service" },
        ],
      },
      ask,
    ),
  );
/** Money of its bank against its debt, on a day. */
export const repaid = (app: TestApp, peer_id: number, day: string, amount: number): Promise<number | null> =>
  asWrite(app.db, null, noon(day), (ctx) => postRepay(ctx, { peer_id, amount, way: "bank", source_noun: "test", source_id: ++events }));
export const toppedUp = (app: TestApp, peer_id: number, day: string, amount: number): Promise<number | null> =>
  asWrite(app.db, null, noon(day), (ctx) => postTopUp(ctx, { peer_id, amount, way: "bank", source_noun: "test", source_id: ++events }));
/** Given back to its credit out of our own pocket, as a refund is paid. */
export const givenBack = (app: TestApp, peer_id: number, day: string, amount: number): Promise<number | null> =>
  asWrite(app.db, null, noon(day), (ctx) =>
    postJournal(ctx, {
      kind: "refund_paid",
      source_noun: "refund",
      source_id: ++events,
      change_type: "7",
      lines: [
        { account: { code: "refund_due" }, amount },
        { account: { code: "peer_credit", owner_id: peer_id }, amount: -amount },
      ],
    }),
  );
export const owedBy = async (app: TestApp, peer: number) => {
  const a = (await peerAccountsOf(app.db, [peer])).get(peer);
  return { owed: a?.credit_used ?? 0, principal: a?.principal ?? 0, due: a?.overdue_since ?? null };
};

/** Its statements, the oldest first. */
export const statementsOf = async (who: Client, peer: number) =>
  (await who.call("peer_settle_cycle_query", { peer_id: [peer], sort: "cycle_end", order: "asc" })).list;
export const statement = (who: Client, id: number) => who.call("peer_settle_get", { id });
/** Made by `maker`; the newest. */
export async function billed(maker: Client, peer_id: number) {
  const { made } = await maker.call("peer_settle_generate", { peer_id, ...key() });
  const last = made.at(-1);
  if (!last) throw new Error("nothing was billed");
  return statement(maker, last.id);
}
export async function agreed(checker: Client, id: number) {
  const { version } = await statement(checker, id);
  await checker.call("peer_settle_confirm", { id, version, ...confirmBody, ...key() });
  return statement(checker, id);
}
/** What the books say is owed, and what papers say: lines of statements as agreed, and lines in none. */
export async function peerStanding(app: TestApp, peer: number): Promise<{ books: number; papers: number }> {
  const found = await row<{ books: number; papers: number }>(
    app.db,
    q`select coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id where a.code = 'peer_credit' and a.owner_id = ${peer}), 0)::int8 as books,
      (coalesce((select sum(case when s.settlement_status in ('draft', 'sent', 'disputed') then case when x.source in ('adjust', 'theirs') then 0 else x.amount end else x.agreed end)
        from settle_lines x join settlements s on s.id = x.settlement_id where s.peer_id = ${peer} and s.settlement_status <> 'void' and x.freed_at is null), 0)
      + coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of
        where a.code = 'peer_credit' and a.owner_id = ${peer} and coalesce(r.source_noun, j.source_noun) <> 'settlement'
          and not exists (select 1 from settle_lines x where x.journal_line_id = l.id and x.freed_at is null)), 0))::int8 as papers`,
  );
  return { books: found?.books ?? 0, papers: found?.papers ?? 0 };
}
/** Opening, consumed, refunded, repaid, closing. */
export const moneyOf = ({ opening, consumed, refunded, repaid: back, closing }: Awaited<ReturnType<typeof statement>>): number[] => [
  opening,
  consumed,
  refunded,
  back,
  closing,
];
