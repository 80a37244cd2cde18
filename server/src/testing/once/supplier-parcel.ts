/** Bodies of once.test.ts for parcels. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { laneOf, originalsOf, waiting, type Lane } from "../make/parcel.ts";
import type { OrderDesk } from "../make/order.ts";

interface Versioned {
  id: number;
  version: number;
}
interface Parts {
  app: TestApp;
  admin: Client;
  desk: OrderDesk;
}
/** Parcels in every stage. */
function parcelsFor(parts: () => Parts) {
  const [app, admin, desk] = [() => parts().app, () => parts().admin, () => parts().desk];
  let waybills = 0;
  const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
  const way = () => ({ mode: "express" as const, carrier_code: "SF" as const, waybill_no: `SFONCE${String(++waybills).padStart(4, "0")}` });
  const of = ({ id, version }: Versioned): Versioned => ({ id, version });
  const news = async (lane: Lane, people: readonly number[]) => ({
    supplier_id: lane.supplier_id,
    purpose: "submit" as const,
    ...way(),
    items: (await originalsOf(desk(), people)).map((m) => ({ applicant_id: m.applicant_id, material_id: m.id })),
  });
  const fresh = async () => {
    const lane = await laneOf(desk());
    return news(lane, (await waiting(desk(), lane)).people);
  };
  const packed = async (): Promise<Versioned> => {
    const p = of(await admin().call("supplier_parcel_add", { ...(await fresh()), ...key() }));
    await rows(app().db, q`update supplier_parcel_items set packed_at = ${app().clock.now()} where parcel_id = ${p.id}`);
    return p;
  };
  const sealed = async (): Promise<Versioned> =>
    of(await admin().call("supplier_parcel_seal", { ...(await packed()), ...closing, ...key() }));
  const sent = async (): Promise<Versioned> => of(await admin().call("supplier_parcel_send", { ...(await sealed()), ...key() }));
  const signing = () => ({ signed_at: app().clock.now().toISOString(), signed_by: "前台" });
  const verdictsOf = async (id: number, verdict: "ok" | "missing") =>
    (await admin().call("supplier_parcel_get", { id })).items.map((i) => ({ item_id: i.id, verdict, issue_note: "一次" }));
  const signed = async (): Promise<Versioned> =>
    of(await admin().call("supplier_parcel_sign", { ...(await sent()), ...signing(), ...key() }));
  const wrong = async (): Promise<Versioned> => {
    const p = await signed();
    return of(await admin().call("supplier_parcel_count", { ...p, verdicts: await verdictsOf(p.id, "missing"), ...key() }));
  };
  const proof = async () => ({ reason: "查无此件", proof_files: [await desk().file("image/jpeg", 1_000, ["admin"])] });
  const old = async (): Promise<Versioned> => {
    const p = await sent();
    await rows(
      app().db,
      q`update expresses e set sent_at = sent_at - interval '10 days' from supplier_parcels t where t.express_id = e.id and t.id = ${p.id}`,
    );
    return p;
  };
  return { app, admin, desk, key, of, news, fresh, packed, sealed, sent, signing, verdictsOf, signed, wrong, proof, old };
}

const other = { version: 99 };
/** Others that a test left behind are expected as well. */
const closing = { passport_count: 1, confirm_missing: true };
export function parcelOnce(parts: () => Parts) {
  const { app, admin, desk, key, of, news, fresh, packed, sealed, sent, signing, verdictsOf, signed, wrong, proof, old } =
    parcelsFor(parts);
  return {
    bodies: {
      supplier_parcel_add: fresh,
      supplier_parcel_expect: async () => {
        const lane = await laneOf(desk());
        const { people } = await waiting(desk(), lane);
        await rows(
          app().db,
          q`update applicant_materials set holder = 'supplier', holder_supplier_id = ${lane.supplier_id} where applicant_id = any(${people}) and holder = 'us'`,
        );
        return { ...(await news(lane, people)), purpose: "result" as const };
      },
      supplier_parcel_seal: async () => ({ ...(await packed()), ...closing }),
      supplier_parcel_unseal: async () => ({ ...(await sealed()), reason: "换箱子" }),
      supplier_parcel_send: sealed,
      supplier_parcel_sign: async () => ({ ...(await sent()), ...signing() }),
      supplier_parcel_count: async () => {
        const p = await signed();
        return { ...p, verdicts: await verdictsOf(p.id, "ok") };
      },
      supplier_parcel_resolve: async () => {
        const p = await wrong();
        const { items } = await admin().call("supplier_parcel_get", { id: p.id });
        return { ...p, rows: items.map((i) => ({ item_id: i.id, resolution: "found" as const, resolution_note: "找到" })) };
      },
      supplier_parcel_lose: async () => ({ ...(await old()), ...(await proof()) }),
      supplier_parcel_find: async () => ({
        ...of(await admin().call("supplier_parcel_lose", { ...(await old()), ...(await proof()), ...key() })),
        ...(await proof()),
      }),
      supplier_parcel_cancel: async () => ({ ...(await packed()), reason: "不寄了" }),
      supplier_parcel_sign_batch: async () => ({ ids: [(await sent()).id], ...signing() }),
    },
    other: {
      supplier_parcel_add: { note: "另一单" },
      supplier_parcel_expect: { note: "另一单" },
      supplier_parcel_seal: other,
      supplier_parcel_unseal: other,
      supplier_parcel_send: other,
      supplier_parcel_sign: other,
      supplier_parcel_count: other,
      supplier_parcel_resolve: other,
      supplier_parcel_lose: other,
      supplier_parcel_find: other,
      supplier_parcel_cancel: other,
      supplier_parcel_sign_batch: { ids: [1, 2] },
    },
  };
}
