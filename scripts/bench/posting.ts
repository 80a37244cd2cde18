/** An order's payment in the books: our posting with its key, month, locks and guards against a bare transaction of the same rows. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { openDb, type OpenDb } from "../../server/src/kit/db/db.ts";
import { openPeerAccounts, postOrderPayment, postTopUp, type CreditOf } from "../../server/src/ledger/index.ts";
import { asWrite } from "../../server/src/testing/ctx.ts";
import type { Result } from "./report.ts";
import type { Round } from "./wire.ts";

const NOW = new Date("2026-11-20T02:00:00.000Z");
const LANES = 8;
const PEERS = 64;
const RICH = 1_000_000_000_000;
const FIRST = 3_000_000_000;
/** Ours may take twice as long. */
const GOAL = 0.5;
const noCredit: CreditOf = () => Promise.resolve({ limit: 0, blocked: null });
const FEES = [
  { kind: "service", payable: 41_300 },
  { kind: "embassy", payable: 71_500 },
] as const;
const AMOUNT = 112_800;

interface Way {
  key: string;
  label: string;
  /** Null: by a channel. */
  peer(n: number): number | null;
}
type Pay = (n: number, peer: number | null) => Promise<unknown>;

const ours =
  ({ db }: OpenDb): Pay =>
  (n, peer_id) => {
    const parts = [{ method: peer_id === null ? ("wechat" as const) : ("principal" as const), amount: AMOUNT }];
    const fee_lines = FEES.map((f) => ({ ...f, applicant_id: n }));
    return asWrite(db, null, NOW, (ctx) =>
      postOrderPayment(ctx, { order_id: n, peer_id, source: "order", source_id: n, parts, fee_lines }, noCredit),
    );
  };

interface Accounts {
  clearing: number;
  deferred: number;
  trust: number;
  principal: ReadonlyMap<number, number>;
}
const JOURNAL = `insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at)
  values ('PZ261120' || nextval('number_pz'), 'order_paid', $1, $1, '2026-11-20', $2, 'order', $3, $2) returning id`;
const LINES = `insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, fee_kind, balance_after, change_type) values
  ($1, $2, ${AMOUNT}, $3, null, null, $4, $5), ($1, $6, ${-FEES[0].payable}, $3, $3, 'service', null, null), ($1, $7, ${-FEES[1].payable}, $3, $3, 'embassy', null, null)`;
const BALANCE = "update ledger_accounts set balance = balance - $2 where id = $1 returning balance";

const bare =
  (pool: pg.Pool, a: Accounts): Pay =>
  async (n, peer) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const principal = peer === null ? null : (a.principal.get(peer) ?? 0);
      const held =
        principal === null
          ? null
          : await client.query<{ balance: string }>({ name: "bare_balance", text: BALANCE, values: [principal, AMOUNT] });
      const made = await client.query<{ id: string }>({ name: "bare_journal", text: JOURNAL, values: [`bare:${randomUUID()}`, NOW, n] });
      const after = held?.rows[0]?.balance ?? null;
      const change = principal === null ? null : "2";
      const values = [made.rows[0]?.id, principal ?? a.clearing, n, after, change, a.deferred, a.trust];
      await client.query({ name: "bare_lines", text: LINES, values });
      await client.query("commit");
    } finally {
      client.release();
    }
  };

async function round(seconds: number, from: number, way: Way, pay: Pay): Promise<Round & { next: number }> {
  const times: number[] = [];
  const ends = performance.now() + seconds * 1000;
  let n = from;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (performance.now() < ends) {
        const mine = n++;
        const began = performance.now();
        await pay(mine, way.peer(mine));
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((x, y) => x - y);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99), answers: times.length, fault: null, next: n };
}
const middle = (list: readonly Round[]): Round => [...list].sort((x, y) => x.rate - y.rate)[Math.floor(list.length / 2)] ?? noRound;
const noRound: Round = { rate: 0, p50: 0, p99: 0, answers: 0, fault: "no round" };

async function prepared(db: OpenDb): Promise<{ peers: number[]; accounts: Accounts }> {
  const peers: number[] = [];
  for (let i = 0; i < PEERS; i++) {
    const id = FIRST + i;
    peers.push(id);
    await asWrite(db.db, null, NOW, async (ctx) => {
      await openPeerAccounts(ctx, id);
      await postTopUp(ctx, { peer_id: id, amount: RICH, way: "wechat", source_noun: "bench", source_id: id });
    });
  }
  const { rows } = await db.pool.query<{ id: number; code: string; owner_id: number }>(
    "select id, code, owner_id from ledger_accounts where code in ('order_deferred', 'embassy_trust', 'peer_principal') or (code = 'clearing' and kind = 'wechat')",
  );
  const of = (code: string): number => rows.find((r) => r.code === code)?.id ?? 0;
  const principal = new Map(rows.flatMap((r) => (r.code === "peer_principal" ? [[r.owner_id, r.id] as const] : [])));
  return { peers, accounts: { clearing: of("clearing"), deferred: of("order_deferred"), trust: of("embassy_trust"), principal } };
}

/** Rounds of both alternate; the median of each. */
export async function measurePosting(url: string, rounds: number, seconds: number): Promise<Result[]> {
  const db = openDb({ url, max: LANES });
  const pool = new pg.Pool({ connectionString: url, max: LANES, options: "-c jit=off" });
  pool.on("error", () => undefined);
  try {
    const { peers, accounts } = await prepared(db);
    const ways: readonly Way[] = [
      { key: "post_channel", label: "an order's payment by a channel in the books", peer: () => null },
      { key: "post_peer", label: "the same out of a peer's principal", peer: (n) => peers[n % peers.length] ?? null },
    ];
    const results: Result[] = [];
    let next = FIRST;
    for (const way of ways) {
      const sides = { ours: [] as Round[], bare: [] as Round[] };
      for (let i = 0; i <= rounds; i++)
        for (const [side, pay] of [["bare", bare(pool, accounts)] as const, ["ours", ours(db)] as const]) {
          const done = await round(i === 0 ? 0.5 : seconds, next, way, pay);
          next = done.next;
          // The first warms both up.
          if (i > 0) sides[side].push(done);
        }
      const [a, b] = [middle(sides.ours), middle(sides.bare)];
      results.push({ ...way, goal: GOAL, connections: LANES, ours: a, bare: b, ratio: a.rate / b.rate });
    }
    return results;
  } finally {
    await Promise.all([db.close(), pool.end()]);
  }
}
