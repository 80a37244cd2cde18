/** Bodies of once.test.ts for peers. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { makePeer } from "../make/peer.ts";
import { changeBody } from "../make/peer-terms.ts";
import { ownFile, workerId } from "../make/supplier.ts";
import { peerApplicationOnce } from "./peer-application.ts";
import { workOrderOnce } from "./work-order.ts";

export function peerOnce(app: () => TestApp, admin: () => Client) {
  const peer = () => makePeer(app().db, {}, app().clock.now());
  const login = { name: "赵操作", role: "operator" as const, order_limit: null, can_pay: false };
  const seen = async (id: number) => ({ id, version: (await admin().call("peer_get", { id })).version });
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
  const application = peerApplicationOnce(app, admin);
  const workOrder = workOrderOnce(app);
  return {
    bodies: {
      ...application.bodies,
      ...workOrder.bodies,
      peer_account_add: async () => ({ peer_id: (await peer()).id, account: "once_operator", mobile: "13700009001", ...login }),
      peer_account_reset: async () => ({ id: (await peer()).account_id, version: 1 }),
      peer_api_key_add: async () => ({ peer_id: (await peer()).id, callback_url: "", ip_list: [], note: "" }),
      peer_document_add: async () => ({
        peer_id: (await peer()).id,
        kind: "contract" as const,
        number: "HT-9001",
        id_card_no: null,
        valid_from: "2026-01-01",
        valid_to: "2027-12-31",
        files: [await ownFile(app().db, await workerId(app().db, "admin"), app().clock.now())],
        note: "",
      }),
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
      peer_group_batch: async () => ({ ids: [(await peer()).id], service_group_id: null }),
      peer_close: async () => ({ ...(await seen((await peer()).id)), reason: "双方终止合作" }),
      peer_reopen: async () => {
        const { id } = await peer();
        const end = { ...(await seen(id)), reason: "双方终止合作", idempotency_key: crypto.randomUUID() };
        await admin().call("peer_close", end);
        const back = await row<{ version: number }>(app().db, q`select version from peers where id = ${id}`);
        return { id, version: back?.version ?? 0, reason: "双方恢复合作" };
      },
    },
    other: {
      ...application.other,
      ...workOrder.other,
      peer_account_add: { name: "钱操作" },
      peer_account_reset: { version: 99 },
      peer_api_key_add: { note: "另一个" },
      peer_document_add: { note: "另一份" },
      peer_change_add: { reason: "另一个说明" },
      peer_change_batch: { reason: "另一个说明" },
      peer_change_approve: { note: "另一个意见" },
      peer_change_reject: { reason: "另一个说明" },
      peer_hold_add: { reason: "另一个原因" },
      peer_hold_waive: { reason: "另一个原因" },
      peer_group_batch: { ids: [1, 2] },
      peer_close: { reason: "另一个原因" },
      peer_reopen: { reason: "另一个原因" },
    },
  };
}
