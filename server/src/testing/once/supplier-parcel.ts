/** Bodies of once.test.ts for parcels. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import type { OrderDesk } from "../make/order.ts";
import { laneOf, waiting } from "../make/parcel.ts";
import { of, ParcelDesk } from "../make/parcel-desk.ts";

interface Parts {
  app: TestApp;
  admin: Client;
  desk: OrderDesk;
}
type Versioned = ReturnType<typeof of>;
/** Parcels in every stage. */
function parcelsFor(parts: () => Parts) {
  const opened = async (): Promise<ParcelDesk> => {
    const { app, admin, desk } = parts();
    return new ParcelDesk(app, admin, desk, await laneOf(desk));
  };
  const people = async (d: ParcelDesk): Promise<number[]> => (await waiting(d.desk, d.lane)).people;
  /** One in the stage that `make` brings it to. */
  const one = (make: (d: ParcelDesk, people: number[]) => Promise<Versioned>) => async (): Promise<Versioned> => {
    const d = await opened();
    return of(await make(d, await people(d)));
  };
  const news = async (d: ParcelDesk, who: readonly number[]) => ({
    supplier_id: d.lane.supplier_id,
    purpose: "submit" as const,
    mode: "express" as const,
    ...d.way(),
    items: await d.itemsOf(who),
  });
  const sent = one((d, who) => d.sent(who));
  const proof = async () => ({ reason: "查无此件", proof_files: [await parts().desk.file("image/jpeg", 1_000, ["admin"])] });
  const old = async (): Promise<Versioned> => {
    const p = await sent();
    await rows(
      parts().app.db,
      q`update expresses e set sent_at = sent_at - interval '10 days' from supplier_parcels t where t.express_id = e.id and t.id = ${p.id}`,
    );
    return p;
  };
  return { opened, people, one, news, sent, proof, old };
}

const other = { version: 99 };
/** Others that a test left behind are expected as well. */
const closing = { passport_count: 1, confirm_missing: true };
export function parcelOnce(parts: () => Parts) {
  const { opened, people, one, news, sent, proof, old } = parcelsFor(parts);
  const signing = async () => (await opened()).signing();
  const itemsOf = async (p: Versioned) => (await (await opened()).now(p.id)).items;
  return {
    bodies: {
      supplier_parcel_add: async () => {
        const d = await opened();
        return news(d, await people(d));
      },
      supplier_parcel_expect: async () => {
        const d = await opened();
        const who = await people(d);
        await rows(
          d.app.db,
          q`update applicant_materials set holder = 'supplier', holder_supplier_id = ${d.lane.supplier_id} where applicant_id = any(${who}) and holder = 'us'`,
        );
        return { ...(await news(d, who)), purpose: "result" as const };
      },
      supplier_parcel_seal: async () => ({ ...(await one((d, who) => d.packed(who))()), ...closing }),
      supplier_parcel_unseal: async () => ({ ...(await one((d, who) => d.sealed(who))()), reason: "换箱子" }),
      supplier_parcel_send: one((d, who) => d.sealed(who, d.way())),
      supplier_parcel_sign: async () => ({ ...(await sent()), ...(await signing()) }),
      supplier_parcel_track: async () => ({ ...(await sent()), to: "problem" as const, track_text: "地址不详" }),
      supplier_parcel_count: async () => {
        const p = await one((d, who) => d.signed(who))();
        return { ...p, verdicts: (await itemsOf(p)).map((i) => ({ item_id: i.id, verdict: "ok" as const })) };
      },
      supplier_parcel_resolve: async () => {
        const p = await one((d, who) => d.counted(who, "missing"))();
        const settled = (await itemsOf(p)).map((i) => ({ item_id: i.id, resolution: "found" as const, resolution_note: "找到" }));
        return { ...p, rows: settled };
      },
      supplier_parcel_lose: async () => ({ ...(await old()), ...(await proof()) }),
      supplier_parcel_find: async () => ({
        ...of(await (await opened()).act("supplier_parcel_lose", { ...(await old()), ...(await proof()) })),
        ...(await proof()),
      }),
      supplier_parcel_cancel: async () => ({ ...(await one((d, who) => d.packed(who))()), reason: "不寄了" }),
      supplier_parcel_sign_batch: async () => ({ ids: [(await sent()).id], ...(await signing()) }),
    },
    other: {
      supplier_parcel_add: { note: "另一单" },
      supplier_parcel_expect: { note: "另一单" },
      supplier_parcel_seal: other,
      supplier_parcel_unseal: other,
      supplier_parcel_send: other,
      supplier_parcel_sign: other,
      supplier_parcel_track: other,
      supplier_parcel_count: other,
      supplier_parcel_resolve: other,
      supplier_parcel_lose: other,
      supplier_parcel_find: other,
      supplier_parcel_cancel: other,
      supplier_parcel_sign_batch: { ids: [1, 2] },
    },
  };
}
