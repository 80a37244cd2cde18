/** Bodies of once.test.ts for terms and holds of peers. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import { makePeer } from "../make/peer.ts";
import { changeBody } from "../make/peer-terms.ts";
import { workerId } from "../make/supplier.ts";

export function peerTermsOnce(app: () => TestApp) {
  const peer = () => makePeer(app().db, {}, app().clock.now());
  /** A request of somebody else's, whose hand it would be. */
  const asked = async () => {
    const { id: peer_id } = await peer();
    const made = await row<{ id: number }>(
      app().db,
      q`insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, created_by, created_at, updated_at)
        values (${crypto.randomUUID()}, ${peer_id}, 'credit_limit', '{"credit_limit":0}', '{"credit_limit":100}', 'growth', '近期订单增长',
          ${await workerId(app().db, "business_1")}, ${app().clock.now()}, ${app().clock.now()}) returning id`,
    );
    return { id: made?.id ?? 0, version: 1 };
  };
  return {
    bodies: {
      peer_change_add: async () => changeBody((await peer()).id, { kind: "credit_limit", credit_limit: 100_000 }),
      peer_change_batch: async () => ({
        ids: [(await peer()).id],
        level_id: "V2" as const,
        reason_code: "growth" as const,
        reason: "近期订单增长",
        valid_to: null,
      }),
      peer_change_approve: asked,
      peer_change_reject: async () => ({ ...(await asked()), reason_code: "risk" as const, reason: "近期回款变慢" }),
      peer_hold_add: async () => ({
        peer_id: (await peer()).id,
        kind: "risk" as const,
        blocks: ["credit" as const],
        reason: "核实转单情况",
      }),
      peer_hold_waive: async () => {
        const { id: peer_id } = await peer();
        const hold = await row<{ id: number }>(
          app().db,
          q`insert into peer_holds (peer_id, kind, blocks, reason, opened_at) values (${peer_id}, 'risk', array['credit'], '核实转单情况', ${app().clock.now()}) returning id`,
        );
        const until = new Date(app().clock.now().getTime() + 3_600_000).toISOString();
        return { peer_id, cause: "hold" as const, cause_id: hold?.id ?? 0, until, reason: "客户行程紧急，先放行" };
      },
    },
    other: {
      peer_change_add: { reason: "另一个说明" },
      peer_change_batch: { reason: "另一个说明" },
      peer_change_approve: { note: "另一个意见" },
      peer_change_reject: { reason: "另一个说明" },
      peer_hold_add: { reason: "另一个原因" },
      peer_hold_waive: { reason: "另一个原因" },
    },
  };
}
