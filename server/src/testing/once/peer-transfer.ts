/** Bodies of once.test.ts for transfers. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { TransferDesk, transferBody } from "../make/peer-transfer.ts";
import { makePeer } from "../make/peer.ts";
import { workerId } from "../make/supplier.ts";

export function peerTransferOnce(app: () => TestApp, admin: () => Client) {
  const desk = (): TransferDesk => new TransferDesk(admin());
  /** Of one peer alone, from a day on that is not today. */
  const body = async () => {
    const { id } = await makePeer(app().db, { bd_owner_id: admin().id }, app().clock.now());
    const to = await workerId(app().db, "business_1");
    return transferBody(admin().id, [to], { selection: "ids", ids: [id], effective_on: "2026-12-01" });
  };
  const draft = async () => {
    const { id, version, expected_count } = await desk().draft(await body());
    return { id, version, expected_count };
  };
  const scheduled = async () => desk().seen(await desk().confirmed(await body()));
  /** As its run left it. */
  const ended = async (status: "done" | "partial", result: "done" | "failed") => {
    const t = await scheduled();
    const at = app().clock.now();
    await rows(app().db, q`update peer_transfers set transfer_status = ${status}, finished_at = ${at} where id = ${t.id}`);
    await rows(app().db, q`update peer_transfer_lines set result = ${result}, message = '执行出错' where transfer_id = ${t.id}`);
    return t;
  };
  return {
    bodies: {
      peer_transfer_add: async () => ({ ...(await body()), expected_count: 1 }),
      peer_transfer_schedule: draft,
      peer_transfer_cancel: scheduled,
      peer_transfer_retry: () => ended("partial", "failed"),
      peer_transfer_undo: async () => ({ ...(await ended("done", "done")), reason: "转错了人" }),
    },
    other: {
      peer_transfer_add: { reason: "另一个原因" },
      peer_transfer_schedule: { version: 99 },
      peer_transfer_cancel: { version: 99 },
      peer_transfer_retry: { version: 99 },
      peer_transfer_undo: { reason: "另一个原因" },
    },
  };
}
