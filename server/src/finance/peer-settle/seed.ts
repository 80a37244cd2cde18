/** Statements of the demo's peers, by the code of real ones: month after month, in every state, with some that pay late. */
import { makeCtx, type AppParts } from "#kit/call/run.ts";
import type { Ctx } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { principalOfWorker } from "../../account/index.ts";
import { addTopUp } from "../../peer/index.ts";
import { addDays } from "../settlement/settle.rules.ts";
import { agree, confirm, dispute, makeVoid, send } from "../settlement/settlement.moves.ts";
import { seen } from "../settlement/seed-pay.ts";
import { settlementRow } from "../settlement/settlement.sql.ts";
import { generateForPeer } from "./peer-generate.ts";
import { holdPeerOf, peerActs } from "./peer-kind.ts";
import { peersWaiting } from "./peer-lines.sql.ts";
import { extend, remind } from "./peer-settle.acts.ts";
import { KINDS } from "./peer-settle.sql.ts";

/** Whose statements were made month by month. */
const MONTHS = 3;

interface Parts {
  db: Db;
  files: FileStore;
  now: Date;
}
/** Whoever acts, at an instant of then. */
type As = (who: "finance" | "admin" | null, at: Date) => Promise<Ctx>;
const at = (day: string, hour = 2): Date => new Date(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
const nextMonth = (day: string): string =>
  addDays(`${day.slice(0, 8)}28`, 4)
    .slice(0, 8)
    .concat("01");

async function agreed(as: As, id: number, day: string, isSilent: boolean): Promise<void> {
  if (!isSilent) {
    const ctx = await as("admin", at(day));
    const key = crypto.randomUUID();
    await confirm(
      { ...(await seen(ctx, id)), confirmed_contact: "对方财务", confirm_proof: [], idempotency_key: key },
      ctx,
      KINDS,
      peerActs,
    );
    return;
  }
  const ctx = await as(null, at(day));
  await holdPeerOf(ctx, id);
  const s = await settlementRow(ctx, id);
  if (s) await agree(ctx, s, { confirmed_by: null, is_silent: true }, peerActs);
}
/** Of the month that ended last, what the n-th peer that has one did with it. False: it has nothing to argue about, so that the next one does. */
async function course(as: As, n: number, peer: number, id: number, now: Date): Promise<boolean> {
  const turn = n % 5;
  const by = await as("finance", now);
  if (turn === 2) {
    await makeVoid({ ...(await seen(by, id)), reason: "漏计一笔退款，重新出账" }, by, KINDS);
    await generateForPeer(await as(null, now), peer);
    return true;
  }
  await send(await seen(by, id), by, KINDS, peerActs);
  if (turn === 0) return true;
  if (turn !== 1) {
    await agreed(as, id, dayOf(now), turn === 3);
    return true;
  }
  const line = await row<{ id: number; amount: number }>(
    by.db,
    q`select id, amount from settle_lines where settlement_id = ${id} and source = 'charge' order by id limit 1`,
  );
  if (!line) return false;
  const claim = { line_id: line.id, offered: line.amount - 5_000, text: "对方称该单应享活动价，少收 50 元", files: [] };
  await dispute({ ...(await seen(by, id)), ...claim }, by, KINDS);
  return true;
}
/** Answers whether the month that ended last has a statement of it, that went its way. */
async function history(as: As, n: number, peer: number, now: Date): Promise<boolean> {
  const first = await row<{ day: string }>(
    (await as(null, now)).db,
    q`select min(j.booked_on) as day from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id where a.code = 'peer_credit' and a.owner_id = ${peer}`,
  );
  if (!first) return false;
  let isBilled = false;
  const last = `${dayOf(now).slice(0, 8)}01`;
  // What lies longer back was billed at once, when statements began.
  const begun = nextMonth(addDays(last, -31 * MONTHS));
  for (let day = begun < nextMonth(first.day) ? nextMonth(first.day) : begun; day <= last; day = nextMonth(day)) {
    for (const made of await generateForPeer(await as(null, at(day, 0)), peer)) {
      if (day < last) await agreed(as, made.id, addDays(day, 8), n % 2 === 0);
      else isBilled = await course(as, n, peer, made.id, now);
    }
  }
  return isBilled;
}
interface Late {
  id: number;
  peer_id: number;
  remaining: number;
}
/** One that is late pays a part, another gets more time, all hear of it. */
async function late(as: As, now: Date, proof: string): Promise<void> {
  const by = await as("finance", now);
  const list = await rows<Late>(
    by.db,
    q`select distinct on (peer_id) id, peer_id, remaining from settlements where kind = 'peer' and settlement_status in ('confirmed', 'part_paid') and remaining > 10000 and due_on < ${dayOf(now)}::date
      order by peer_id, due_on`,
  );
  for (const [n, s] of list.entries()) {
    if (n % 3 === 0)
      await addTopUp(
        {
          peer_id: s.peer_id,
          purpose: "repay",
          amount: Math.floor(s.remaining / 300) * 100,
          method: "alipay",
          trade_no: `HKDEMO${s.id}`,
          paid_at: now.toISOString(),
          proof_files: [proof],
          note: "先还一部分",
        },
        by,
      );
    if (n % 3 === 1) {
      const boss = await as("admin", now);
      await extend({ ...(await seen(boss, s.id)), due_on: addDays(dayOf(now), 10), reason: "同行回款延迟，承诺十日内还清" }, boss);
    }
    if (n % 3 === 2) await remind(await seen(by, s.id), by);
  }
}

/** Needs orders of the demo; does nothing where peers have statements. */
export async function seedPeerStatements(o: Parts, proof: string): Promise<void> {
  const partsAt = (now: Date): AppParts => ({
    db: o.db,
    clock: { now: () => now },
    files: o.files,
    serving: {},
    principalOf: () => Promise.resolve({ principal: null }),
    config: () => Promise.reject(new Error("a seed asks for no setting")),
  });
  const known = await row(o.db, q`select 1 from settlements where kind = 'peer' limit 1`);
  const staff = await rows<{ id: number; account: string }>(o.db, q`select id, account from workers where account in ('finance', 'admin')`);
  if (known || staff.length < 2) return;
  const inOne = <T>(work: (as: As) => Promise<T>): Promise<T> =>
    inTransaction(o.db, (tx) =>
      work(async (who, now) => {
        const worker = staff.find((w) => w.account === who)?.id;
        return makeCtx(partsAt(now), tx, {}, worker === undefined ? null : await principalOfWorker(tx, worker, now), now);
      }),
    );
  let n = 0;
  for (const peer of await peersWaiting(o.db, dayOf(o.now))) if (await inOne((as) => history(as, n, peer, o.now))) n += 1;
  await inOne((as) => late(as, o.now, proof));
}
