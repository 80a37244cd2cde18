/** Settlements of the demo business, by the code of real ones: what suppliers were owed by ended cycles, in every state. */
import { makeCtx, type AppParts } from "#kit/call/run.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Clock } from "#kit/clock.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { principalOfWorker } from "../../account/index.ts";
import { generateFor } from "./settle-generate.ts";
import { payDemo, seen } from "./seed-pay.ts";
import { addDays } from "./settle.rules.ts";
import { confirm, dispute, makeVoid, send } from "./settlement.moves.ts";
import { suppliersWaiting } from "./unsettled.sql.ts";

const KINDS = ["supplier", "insurer"] as const;
/** As many suppliers as fill the list; the night's job settles with the others. */
const SUPPLIERS = 12;
/** Older cycles are agreed upon. */
const AGREED_DAYS = 40;
/** What fell due longer ago is paid; of what did since, every other one waits to be let through. */
const PAID_DAYS = 45;

interface Parts {
  db: Db;
  files: FileStore;
  now: Date;
}
function partsOf({ db, files, now }: Parts): AppParts {
  const clock: Clock = { now: () => now };
  return {
    db,
    clock,
    files,
    serving: {},
    principalOf: () => Promise.resolve({ principal: null }),
    config: () => Promise.reject(new Error("a seed asks for no setting")),
  };
}
interface Standing {
  id: number;
  version: number;
  line: number;
  worth: number;
  due_on: string;
}
const standing = async (ctx: Ctx, id: number): Promise<Standing | undefined> =>
  row<Standing>(
    ctx.db,
    q`select s.id, s.version, s.due_on, x.id as line, x.amount as worth from settlements s join lateral
        (select id, amount from settle_lines where settlement_id = s.id and freed_at is null order by id limit 1) x on true where s.id = ${id}`,
  );

/** What becomes of the n-th of those that are not agreed upon yet. */
async function course(ctx: Ctx, n: number, s: Standing): Promise<void> {
  const of = { id: s.id, version: s.version };
  const turn = n % 4;
  if (turn === 0 || turn === 2) await send(of, ctx, KINDS);
  if (turn === 0) {
    const claim = { line_id: s.line, offered: s.worth + 5_000, text: "对方称该单有加急，应加收 50 元", files: [] };
    await dispute({ ...(await seen(ctx, s.id)), ...claim }, ctx, KINDS);
  }
  if (turn === 1) await makeVoid({ ...of, reason: "供应商要求与下期合并" }, ctx, KINDS);
}

type As = (who: "finance" | "admin" | "manager" | null, at?: Date) => Promise<Ctx>;
/** What was agreed upon after its cycle ended, and paid when it fell due. */
async function past(as: As, n: number, s: Standing, { cycle_end, today }: { cycle_end: string; today: string }): Promise<void> {
  const at = (day: string): Date => new Date(`${day}T03:00:00Z`);
  const [agreed, due] = [addDays(cycle_end, 2), s.due_on > addDays(cycle_end, 3) ? s.due_on : addDays(cycle_end, 3)];
  const told = { confirmed_contact: "对方财务", confirm_proof: [], idempotency_key: crypto.randomUUID() };
  await confirm({ id: s.id, version: s.version, ...told }, await as("admin", at(agreed)), KINDS);
  if (due >= addDays(today, -PAID_DAYS) && (n % 2 === 1 || due >= today)) return;
  await payDemo({ maker: await as("finance", at(due)), third: await as("manager", at(agreed)) }, s.id, KINDS);
}

/** Needs orders of the demo; does nothing where there are settlements. */
export async function seedSettlements(o: Parts): Promise<void> {
  await inTransaction(o.db, async (tx) => {
    if (await tx.selectFrom("settlements").select("id").limit(1).executeTakeFirst()) return;
    const staff = await rows<{ id: number; account: string }>(
      tx,
      q`select id, account from workers where account in ('finance', 'admin', 'manager')`,
    );
    if (staff.length < 3) return;
    const as: As = async (who, at = o.now) => {
      const id = staff.find((w) => w.account === who)?.id;
      return makeCtx(partsOf({ ...o, now: at }), tx, {}, id === undefined ? null : await principalOfWorker(tx, id, at), at);
    };
    const today = dayOf(o.now);
    const cycles = await rows<{ id: number }>(
      tx,
      q`select id from suppliers where id = any(${await suppliersWaiting(tx, today)}::int8[]) and settle_cycle in ('month', 'half_month', 'week') and kind <> 'express' order by id limit ${SUPPLIERS}`,
    );
    let n = 0;
    for (const { id } of cycles)
      for (const made of await generateFor(await as(null), id)) {
        const s = await standing(await as(null), made.id);
        if (!s) continue;
        if (made.cycle_end < addDays(today, -AGREED_DAYS)) await past(as, made.id, s, { ...made, today });
        else await course(await as("finance"), n++, s);
      }
  });
}
