/** Bodies of once.test.ts for matches and their costs. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

/** Every call works on a match of its own: of one only one cost waits at a time. */
export function matchOnce(app: () => TestApp, admin: () => Client) {
  let taken = 0;
  const match = async (): Promise<{ id: number; child_age: number; adult: number; embassy_included: boolean; embassy_fee: number }> => {
    const found = await row<{ id: number; child_age: number; adult: number; embassy_included: boolean; embassy_fee: number }>(
      app().db,
      q`select m.id, k.child_age, p.adult, p.embassy_included, p.embassy_fee from supplier_products m join skus k on k.id = m.sku_id
        join supplier_prices p on p.supplier_product_id = m.id and p.review = 'approved' and not (p.embassy_included and p.embassy_fee = 0)
        where k.sku_status = 'on_sale' and m.status = 1 order by m.id offset ${taken++} limit 1`,
    );
    if (!found) throw new Error("no match left");
    return found;
  };
  const proposal = async () => {
    const { id, child_age, adult, embassy_included, embassy_fee } = await match();
    return {
      supplier_product_id: id,
      adult: adult + 1_000,
      child: child_age > 0 ? adult + 1_000 : null,
      urgent: {},
      embassy_included,
      centre_included: false,
      embassy_fee,
      currency: "CNY" as const,
      reason_kind: "supplier" as const,
      reason: "供应商上调结算价，附邮件",
    };
  };
  const key = () => ({ idempotency_key: crypto.randomUUID() });
  return {
    bodies: {
      supplier_product_add: async () => {
        const free = await row<{ supplier_id: number; sku_id: number }>(
          app().db,
          q`select s.id as supplier_id, k.id as sku_id from suppliers s join skus k on s.serves @> jsonb_build_array(jsonb_build_object('country_id', k.country_id))
            where not exists (select from supplier_products m where m.sku_id = k.id and m.supplier_id = s.id)
            order by s.id, k.id offset ${taken++} limit 1`,
        );
        return { supplier_id: free?.supplier_id ?? 0, sku_ids: [free?.sku_id ?? 0] };
      },
      supplier_product_disable_batch: async () => ({ ids: [(await match()).id], reason: "合作调整", confirm_last: true }),
      supplier_price_propose: proposal,
      supplier_price_batch: async () => ({
        ids: [(await match()).id],
        by: "amount" as const,
        amount: 500,
        dry_run: false,
        reason_kind: "supplier" as const,
        reason: "供应商统一上调",
      }),
      supplier_price_import: async () => {
        const { id } = await match();
        const code = `ONCE${id}`;
        const of = await row<{ supplier_id: number; adult: number }>(
          app().db,
          q`update supplier_products m set supplier_code = ${code} from supplier_prices p where m.id = ${id} and p.supplier_product_id = m.id returning m.supplier_id, p.adult`,
        );
        const ask = {
          supplier_id: of?.supplier_id ?? 0,
          rows: [{ supplier_code: code, adult: String(((of?.adult ?? 0) + 100) / 100), child: "", urgent: "", embassy_fee: "" }],
          reason_kind: "supplier" as const,
          reason: "供应商新报价单",
        };
        const { seen } = await admin().call("supplier_price_import", { ...ask, dry_run: true, ...key() });
        return { ...ask, seen, dry_run: false };
      },
      supplier_price_withdraw: async () => {
        const { id } = await admin().call("supplier_price_propose", { ...(await proposal()), ...key() });
        return { id };
      },
    },
    other: {
      supplier_product_add: { supplier_title: "另一个" },
      supplier_product_disable_batch: { reason: "另一个原因" },
      supplier_price_propose: { adult: 900_000_00 },
      supplier_price_batch: { amount: 600 },
      supplier_price_import: { reason: "另一个原因的报价单" },
      supplier_price_withdraw: { id: 1 },
    },
  };
}
