/** Bodies of once.test.ts for statements of peers. */
import { q, row } from "#kit/db/sql.ts";
import { generateForPeer } from "../../finance/peer-settle/peer-generate.ts";
import type { TestApp } from "../app.ts";
import { asWrite } from "../ctx.ts";
import { charged, creditPeer, repaid, toppedUp } from "../make/peer-statement.ts";
import { confirmBody } from "../make/settlement.ts";

interface Stored {
  id: number;
  version: number;
}
const stored = async (app: TestApp, id: number): Promise<Stored> => {
  const s = await row<Stored>(app.db, q`select id, version from settlements where id = ${id}`);
  if (!s) throw new Error("nothing was billed");
  return s;
};
/** A statement that the night made, as it stands. */
async function fresh(app: TestApp): Promise<Stored> {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-10-05", 50_000);
  const [made] = await asWrite(app.db, null, app.clock.now(), (ctx) => generateForPeer(ctx, peer));
  return stored(app, made?.id ?? 0);
}
/** Agreed upon by silence. */
async function agreed(app: TestApp): Promise<Stored> {
  const s = await fresh(app);
  await app.db.updateTable("settlements").set({ settlement_status: "confirmed" }).where("id", "=", s.id).execute();
  return s;
}
/** Repaid in part. */
async function settled(app: TestApp): Promise<Stored & { allocation_id: number }> {
  const s = await agreed(app);
  const of = await row<{ peer_id: number }>(app.db, q`select peer_id from settlements where id = ${s.id}`);
  await repaid(app, of?.peer_id ?? 0, "2026-11-10", 20_000);
  const a = await row<{ id: number }>(app.db, q`select id from settle_allocations where settlement_id = ${s.id}`);
  return { ...(await stored(app, s.id)), allocation_id: a?.id ?? 0 };
}
const reason = "同行财务发现漏项";

export const peerSettleOnce = (app: () => TestApp) => ({
  bodies: {
    peer_settle_generate: async () => {
      const peer_id = await creditPeer(app());
      await charged(app(), peer_id, "2026-10-05", 50_000);
      return { peer_id };
    },
    peer_settle_adjust_add: async () => ({ ...(await fresh(app())), amount: 100, reason: "补记快递费用" }),
    peer_settle_import: async () => ({ ...(await fresh(app())), rows: [{ ref: "RZ0000000001", amount: 100 }] }),
    peer_settle_confirm: async () => ({ ...(await fresh(app())), ...confirmBody }),
    peer_settle_reopen: async () => ({ ...(await agreed(app())), reason }),
    peer_repay: async () => {
      const peer_id = await creditPeer(app());
      await charged(app(), peer_id, "2026-10-05", 50_000);
      await toppedUp(app(), peer_id, "2026-10-06", 50_000);
      return { peer_id, amount: 20_000 };
    },
    settle_allocation_undo: async () => ({ ...(await settled(app())), reason }),
  },
  other: {
    peer_settle_generate: { peer_id: 999_999 },
    peer_settle_adjust_add: { amount: 200 },
    peer_settle_import: { version: 99 },
    peer_settle_confirm: { version: 99 },
    peer_settle_reopen: { version: 99 },
    peer_repay: { amount: 30_000 },
    settle_allocation_undo: { version: 99 },
  },
});
