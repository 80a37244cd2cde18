/** Settlements of the demo business, by the code of real ones: what suppliers were owed by ended cycles, in every state before payment. */
import { makeCtx, type AppParts } from "#kit/call/run.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Clock } from "#kit/clock.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { principalOfWorker } from "../../account/index.ts";
import { generateFor } from "./settle-generate.ts";
import { confirm, dispute, makeVoid, send } from "./settlement.moves.ts";
import { suppliersWaiting } from "./unsettled.sql.ts";

const KINDS = ["supplier", "insurer"] as const;
/** As many suppliers as fill the list; the night's job settles with the others. */
const SUPPLIERS = 12;
/** Older cycles are agreed upon. */
const AGREED_DAYS = 45;

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
}
const seen = async (ctx: Ctx, id: number): Promise<Standing | undefined> =>
  row<Standing>(
    ctx.db,
    q`select s.id, s.version, x.id as line, x.amount as worth from settlements s join lateral
        (select id, amount from settle_lines where settlement_id = s.id and freed_at is null order by id limit 1) x on true where s.id = ${id}`,
  );

/** What becomes of the n-th of those that are not agreed upon yet. */
async function course(ctx: Ctx, n: number, s: Standing): Promise<void> {
  const of = { id: s.id, version: s.version };
  const turn = n % 4;
  if (turn === 0 || turn === 2) await send(of, ctx, KINDS);
  if (turn === 0) {
    const claim = { line_id: s.line, offered: s.worth + 5_000, text: "对方称该单有加急，应加收 50 元", files: [] };
    await dispute({ id: s.id, version: (await seen(ctx, s.id))?.version ?? 0, ...claim }, ctx, KINDS);
  }
  if (turn === 1) await makeVoid({ ...of, reason: "供应商要求与下期合并" }, ctx, KINDS);
}

/** Needs orders of the demo; does nothing where there are settlements. */
export async function seedSettlements(o: Parts): Promise<void> {
  await inTransaction(o.db, async (tx) => {
    if (await tx.selectFrom("settlements").select("id").limit(1).executeTakeFirst()) return;
    const staff = await rows<{ id: number; account: string }>(tx, q`select id, account from workers where account in ('finance', 'admin')`);
    const [maker, checker] = ["finance", "admin"].map((a) => staff.find((w) => w.account === a)?.id);
    if (maker === undefined || checker === undefined) return;
    const as = async (id: number | null): Promise<Ctx> =>
      makeCtx(partsOf(o), tx, {}, id === null ? null : await principalOfWorker(tx, id, o.now), o.now);
    const [system, by, second] = [await as(null), await as(maker), await as(checker)];
    const cycles = await rows<{ id: number }>(
      tx,
      q`select id from suppliers where id = any(${await suppliersWaiting(tx, dayOf(o.now))}::int8[]) and settle_cycle in ('month', 'half_month', 'week') and kind <> 'express' order by id limit ${SUPPLIERS}`,
    );
    let n = 0;
    for (const { id } of cycles)
      for (const made of await generateFor(system, id)) {
        const s = await seen(by, made.id);
        if (!s) continue;
        if (made.cycle_end < dayOf(o.now, -AGREED_DAYS))
          await confirm(
            { id: s.id, version: s.version, confirmed_contact: "对方财务", confirm_proof: [], idempotency_key: crypto.randomUUID() },
            second,
            KINDS,
          );
        else await course(by, n++, s);
      }
  });
}
