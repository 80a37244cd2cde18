/** Carriers of the demo business by the code of real ones: cards, what left on them, and bills of past months in their states. */
import { makeCtx } from "#kit/call/run.ts";
import type { Ctx } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { principalOfWorker } from "../../account/index.ts";
import { costParcel, demoCarrierParcels } from "../../order/index.ts";
import { config } from "../../setting/index.ts";
import { addCard } from "../carrier-card/carrier-card.ts";
import { freightCauses } from "./express-settle.ts";
import { generateFor } from "./settle-generate.ts";
import { importWith } from "./settle-import.ts";
import { judge } from "./settle-lines.ts";
import { payDemo, seen } from "./seed-pay.ts";
import { confirm, dispute, send } from "./settlement.moves.ts";
import { heldLines, type HeldLine } from "./settlement.sql.ts";

const KINDS = ["carrier"] as const;
const importing = importWith(freightCauses);
interface Parts {
  db: Db;
  files: FileStore;
  now: Date;
}
type CtxOf = (tx: Db, account: string | null, at?: Date) => Promise<Ctx>;

const CARDS = [
  {
    carrier_code: "SF",
    card_no: "7551000001",
    name: "总部月结卡",
    bill_day: 3,
    rates: [
      { zone: "same_city", first_kg: 1_200, next_kg: 200 },
      { zone: "same_province", first_kg: 1_300, next_kg: 300 },
      { zone: "other_province", first_kg: 1_800, next_kg: 800 },
      { zone: "remote", first_kg: 2_600, next_kg: 1_400 },
    ],
  },
  {
    carrier_code: "JD",
    card_no: "010K200002",
    name: "全国统一价月结卡",
    bill_day: 5,
    rates: [{ zone: "other_province", first_kg: 1_300, next_kg: 400 }],
  },
] as const;

async function cards(tx: Db, by: Ctx): Promise<number[]> {
  const carriers = await rows<{ id: number }>(
    tx,
    q`select id from suppliers where kind = 'express' and supplier_status = 'active' order by id limit ${CARDS.length}`,
  );
  for (const [n, { id }] of carriers.entries()) {
    const card = CARDS[n];
    if (card) await addCard({ ...card, rates: [...card.rates], supplier_id: id, team_id: null }, by);
  }
  return carriers.map((c) => c.id);
}

/** What a carrier's file says of our lines: most alike, some heavier, some dearer, some with a service. */
function fileOf(lines: readonly HeldLine[]) {
  return lines.flatMap((l, n) => {
    if (l.waybill_no === null) return [];
    const same = { ref: l.waybill_no, amount: l.amount };
    if (n % 7 === 2) return [{ ...same, amount: l.amount + 800, weight_g: 2_600 }];
    if (n % 11 === 5) return [{ ...same, amount: l.amount + 300, weight_g: 500 }];
    return n % 13 === 7 ? [{ ...same, amount: l.amount + 500, weight_g: 500, extra: 500 }] : [same];
  });
}
async function compared(ctx: Ctx, id: number, more: readonly { ref: string; amount: number }[] = []): Promise<void> {
  const sheet = [...fileOf(await heldLines(ctx, id)), ...more];
  if (sheet.length > 0) await importing({ ...(await seen(ctx, id)), rows: sheet }, ctx, KINDS, false);
}
async function judged(ctx: Ctx, id: number): Promise<HeldLine[]> {
  const open = (await heldLines(ctx, id)).filter((l) => l.unjudged);
  if (open.length > 0) await judge({ ...(await seen(ctx, id)), line_ids: open.map((l) => l.id), verdict: "accept" }, ctx, KINDS);
  return open;
}
async function agreed(maker: Ctx, checker: Ctx, id: number): Promise<void> {
  await compared(maker, id);
  await judged(maker, id);
  const told = { confirmed_contact: "承运商对账组", confirm_proof: [], idempotency_key: crypto.randomUUID() };
  await confirm({ ...(await seen(checker, id)), ...told }, checker, KINDS);
}
/** One line is argued about. */
async function argued(ctx: Ctx, id: number): Promise<void> {
  await compared(ctx, id);
  const [first] = await judged(ctx, id);
  await send(await seen(ctx, id), ctx, KINDS);
  if (!first) return;
  const claim = { line_id: first.id, offered: first.their_amount ?? 0, text: "我方复秤 0.5 公斤，承运商坚持按体积重计费", files: [] };
  await dispute({ ...(await seen(ctx, id)), ...claim }, ctx, KINDS);
}

/** Bills of three months: the oldest paid, then one agreed upon and one argued about; of the last one is compared, one waits for its file. */
async function bills(tx: Db, ctxOf: CtxOf, carriers: readonly number[]): Promise<void> {
  const [maker, checker, third] = [await ctxOf(tx, "finance"), await ctxOf(tx, "admin"), await ctxOf(tx, "manager")];
  const system = await ctxOf(tx, null);
  for (const [n, id] of carriers.entries()) {
    const [third_last, second_last, last] = (await generateFor(system, id)).slice(-3).map((m) => m.id);
    if (third_last !== undefined) {
      await agreed(maker, checker, third_last);
      await payDemo({ maker, third }, third_last, KINDS);
    }
    if (second_last !== undefined) await (n === 0 ? argued(maker, second_last) : agreed(maker, checker, second_last));
    if (last !== undefined && n === 0) await compared(maker, last, [{ ref: "SF9990000000001", amount: 2_600 }]);
  }
}

/** Needs orders of the demo; does nothing where there are cards. */
export async function seedCarriers({ db, files, now }: Parts): Promise<void> {
  if (await row(db, q`select 1 from carrier_cards limit 1`)) return;
  const staff = await rows<{ id: number; account: string }>(
    db,
    q`select id, account from workers where account in ('finance', 'admin', 'manager')`,
  );
  if (staff.length < 3) return;
  const ctxOf: CtxOf = async (tx, account, at = now) => {
    const who = staff.find((w) => w.account === account);
    const principal = who ? await principalOfWorker(tx, who.id, at) : null;
    return makeCtx({ files, config }, tx, { name: "demo" }, principal, at);
  };
  const carriers = await inTransaction(db, async (tx) => cards(tx, await ctxOf(tx, "finance")));
  const parcels = await demoCarrierParcels(db, now);
  for (let at = 0; at < parcels.length; at += 40)
    await inTransaction(db, async (tx) => {
      for (const p of parcels.slice(at, at + 40)) await costParcel(await ctxOf(tx, null, p.sent_at), p.id);
    });
  await inTransaction(db, (tx) => bills(tx, ctxOf, carriers));
}
