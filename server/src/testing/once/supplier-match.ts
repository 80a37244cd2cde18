/** Bodies of once.test.ts for matches and their costs. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

const key = () => ({ idempotency_key: crypto.randomUUID() });
interface Costed {
  id: number;
  supplier_id: number;
  child_age: number;
  adult: number;
  embassy_included: boolean;
  embassy_fee: number;
}
let taken = 0;
/** Every call works on a match of its own: of one only one cost waits at a time. */
async function freeMatch(app: TestApp): Promise<Costed> {
  const found = await row<Costed>(
    app.db,
    q`select m.id, m.supplier_id, k.child_age, p.adult, p.embassy_included, p.embassy_fee from supplier_products m join skus k on k.id = m.sku_id
      join supplier_prices p on p.supplier_product_id = m.id and p.review = 'approved' and not (p.embassy_included and p.embassy_fee = 0)
      where k.sku_status = 'on_sale' and m.status = 1 order by m.id offset ${taken++} limit 1`,
  );
  if (!found) throw new Error("no match left");
  return found;
}
/** A product of a supplier's countries that he does not do. */
const freePair = (app: TestApp): Promise<{ supplier_id: number; sku_id: number } | undefined> =>
  row(
    app.db,
    q`select s.id as supplier_id, k.id as sku_id from suppliers s join skus k on s.serves @> jsonb_build_array(jsonb_build_object('country_id', k.country_id))
      where s.supplier_status = 'active' and not exists (select from supplier_products m where m.sku_id = k.id and m.supplier_id = s.id)
      order by s.id, k.id offset ${taken++} limit 1`,
  );
const asked = { reason_kind: "supplier" as const, reason: "供应商上调结算价，附邮件" };

async function proposal(app: TestApp) {
  const { id, child_age, adult, embassy_included, embassy_fee } = await freeMatch(app);
  return {
    supplier_product_id: id,
    adult: adult + 1_000,
    child: child_age > 0 ? adult + 1_000 : null,
    urgent: {},
    embassy_included,
    centre_included: false,
    embassy_fee,
    currency: "CNY" as const,
    ...asked,
  };
}
/** A sheet of one row that was tried. */
async function triedSheet(app: TestApp, admin: Client) {
  const { id, supplier_id, adult } = await freeMatch(app);
  const supplier_code = `ONCE${id}`;
  await app.db.updateTable("supplier_products").set({ supplier_code }).where("id", "=", id).execute();
  const rows = [{ supplier_code, adult: String((adult + 100) / 100), child: "", urgent: "", embassy_fee: "" }];
  const ask = { supplier_id, rows, ...asked };
  const { seen } = await admin.call("supplier_price_import", { ...ask, dry_run: true, ...key() });
  return { ...ask, seen, dry_run: false };
}

/** A batch of one match that was previewed. */
async function triedBatch(app: TestApp, admin: Client) {
  const ask = { ids: [(await freeMatch(app)).id], by: "amount" as const, amount: 500, ...asked };
  const { seen } = await admin.call("supplier_price_batch", { ...ask, dry_run: true, ...key() });
  return { ...ask, seen, dry_run: false };
}

export function matchOnce(app: () => TestApp, admin: () => Client) {
  return {
    bodies: {
      supplier_product_add: async () => {
        const { supplier_id = 0, sku_id = 0 } = (await freePair(app())) ?? {};
        return { supplier_id, sku_ids: [sku_id] };
      },
      supplier_product_disable_batch: async () => ({ ids: [(await freeMatch(app())).id], reason: "合作调整", confirm_last: true }),
      supplier_price_propose: () => proposal(app()),
      supplier_price_batch: () => triedBatch(app(), admin()),
      supplier_price_import: () => triedSheet(app(), admin()),
      supplier_price_withdraw: async () => {
        const { id } = await admin().call("supplier_price_propose", { ...(await proposal(app())), ...key() });
        return { id };
      },
    },
    other: {
      supplier_product_add: { supplier_title: "另一个" },
      supplier_product_disable_batch: { reason: "另一个原因" },
      supplier_price_propose: { adult: 90_000_000 },
      supplier_price_batch: { amount: 600 },
      supplier_price_import: { reason: "另一个原因的报价单" },
      supplier_price_withdraw: { id: 1 },
    },
  };
}
