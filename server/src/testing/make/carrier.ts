/** Carriers, their cards and parcels that left on them, as tests need them. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { CARRIERS } from "@visadesk/contract/order/words.ts";
import { costParcel } from "../../order/express/parcel-cost.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { key } from "./settlement.ts";

export const FAR = [{ zone: "other_province" as const, first_kg: 1_800, next_kg: 800 }];
export interface Card {
  id: number;
  supplier_id: number;
  carrier_code: keyof typeof CARRIERS;
}
const CODES = ["JD", "ZTO", "YTO", "STO", "YD", "JTSD", "DBL", "EMS"] as const;
let made = 0;
/** A carrier that is paid somewhere, and its only card in use. */
export async function makeCard(app: TestApp, more: { rates?: unknown; supplier_id?: number } = {}): Promise<Card> {
  const n = made++;
  const carrier_code = CODES[n % CODES.length] ?? "JD";
  const supplier_id = more.supplier_id ?? (await freshCarrier(app, n));
  await rows(app.db, q`update carrier_cards set is_enabled = false where carrier_code = ${carrier_code}`);
  const at = app.clock.now();
  const card = await row<{ id: number }>(
    app.db,
    q`insert into carrier_cards (supplier_id, carrier_code, card_no, name, rates, created_at, updated_at)
      values (${supplier_id}, ${carrier_code}, ${`7551${String(n).padStart(6, "0")}`}, ${`测试卡${n}`}, ${JSON.stringify(more.rates ?? FAR)}::jsonb, ${at}, ${at}) returning id`,
  );
  return { id: card?.id ?? 0, supplier_id, carrier_code };
}
/** A supplier of another trade becomes a carrier nobody has settled with. */
async function freshCarrier(app: TestApp, n: number): Promise<number> {
  const s = await row<{ id: number }>(
    app.db,
    q`update suppliers set kind = 'express', settle_cycle = 'month', credit_days = 31, invoice_kind = 'none' where id = (
        select p.supplier_id from supplier_payees p where p.payee_status = 'active' and p.currency = 'CNY' order by p.supplier_id desc offset ${n} limit 1) returning id`,
  );
  if (!s) throw new Error("no supplier left that is paid somewhere");
  return s.id;
}

let waybills = 0;
interface Sent {
  day: string;
  weight_g?: number;
  order_id?: number;
  /** For whom it goes. */
  supplier_id?: number;
}
/** A parcel that left on that day, by the act of whoever sends; its waybill. */
export async function parcelOn(app: TestApp, card: Card, { day, weight_g, order_id, supplier_id }: Sent): Promise<string> {
  const waybill = `T${card.carrier_code}${String(++waybills).padStart(8, "0")}`;
  const at = new Date(`${day}T04:00:00Z`);
  const anybody = order_id === undefined && supplier_id === undefined;
  await asWrite(app.db, null, at, async (ctx) => {
    const e = await row<{ id: number }>(
      ctx.db,
      q`insert into expresses (type, order_id, supplier_id, mode, carrier_code, waybill_no, weight_g, express_status, sent_at, created_at)
        values (${order_id === undefined ? 2 : 3}, ${order_id ?? null}, ${anybody ? card.supplier_id : (supplier_id ?? null)}, 'express', ${card.carrier_code}, ${waybill}, ${weight_g ?? null}, 'in_transit', ${at}, ${at}) returning id`,
    );
    await costParcel(ctx, e?.id ?? 0);
  });
  return waybill;
}

/** The newest bill of a carrier, made by `maker`. */
export async function billOf(maker: Client, supplier_id: number) {
  const { made: bills } = await maker.call("express_settle_generate", { supplier_id, ...key() });
  const last = bills.at(-1);
  if (!last) throw new Error("nothing was settled");
  return maker.call("express_settle_get", { id: last.id });
}
export const bill = (who: Client, id: number) => who.call("express_settle_get", { id });
export const billLines = async (who: Client, settlement_id: number) =>
  (await who.call("express_settle_line_query", { settlement_id, page_size: 100 })).list;
interface BillRow {
  ref: string;
  amount: number;
  weight_g?: number;
  extra?: number;
}
export async function importBill(maker: Client, id: number, list: readonly BillRow[]) {
  const { version } = await bill(maker, id);
  return maker.call("express_settle_import", { id, version, rows: [...list], ...key() });
}
