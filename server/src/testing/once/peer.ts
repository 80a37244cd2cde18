/** Bodies of once.test.ts for peers. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { makePeer } from "../make/peer.ts";
import { ownFile, workerId } from "../make/supplier.ts";
import { exhibitionOnce } from "./exhibition.ts";
import { peerApplicationOnce } from "./peer-application.ts";
import { peerTermsOnce } from "./peer-terms.ts";
import { peerTransferOnce } from "./peer-transfer.ts";
import { peerLevelOnce } from "./peer-level.ts";
import { workOrderOnce } from "./work-order.ts";

export function peerOnce(app: () => TestApp, admin: () => Client) {
  const peer = () => makePeer(app().db, {}, app().clock.now());
  const login = { name: "赵操作", role: "operator" as const, order_limit: null, can_pay: false };
  const seen = async (id: number) => ({ id, version: (await admin().call("peer_get", { id })).version });
  const application = peerApplicationOnce(app, admin);
  const workOrder = workOrderOnce(app);
  const terms = peerTermsOnce(app);
  const exhibition = exhibitionOnce(admin);
  const transfer = peerTransferOnce(app, admin);
  const level = peerLevelOnce(app);
  return {
    bodies: {
      ...application.bodies,
      ...workOrder.bodies,
      ...terms.bodies,
      ...exhibition.bodies,
      ...transfer.bodies,
      ...level.bodies,
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
      ...terms.other,
      ...exhibition.other,
      ...transfer.other,
      ...level.other,
      peer_account_add: { name: "钱操作" },
      peer_account_reset: { version: 99 },
      peer_api_key_add: { note: "另一个" },
      peer_document_add: { note: "另一份" },
      peer_group_batch: { ids: [1, 2] },
      peer_close: { reason: "另一个原因" },
      peer_reopen: { reason: "另一个原因" },
    },
  };
}
