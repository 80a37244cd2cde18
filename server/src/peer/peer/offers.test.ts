import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testDatabase } from "../../testing/database.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { workerId } from "../../testing/make/supplier.ts";
import { blocksOf, named, ownersOf, serviceContact } from "../index.ts";

const { db } = await testDatabase({ seeded: true });
const now = new Date(TEST_NOW);

test("other areas are told names, owners, what stops a peer and whom it calls", async () => {
  const [bd, cs] = [await workerId(db, "business_1"), await workerId(db, "service_1")];
  const peer = await makePeer(db, { short_name: "蓝海国旅", bd_owner_id: bd, cs_owner_id: cs });
  const lone = await makePeer(db, { papers: [{ kind: "business_licence", number: "", valid_from: "2020-01-01", valid_to: "2026-10-20" }] });
  expect((await named(db, [peer.id])).get(peer.id)).toEqual({
    id: peer.id,
    peer_no: peer.peer_no,
    short_name: "蓝海国旅",
    business_kind: "travel_agency",
    level_id: "V1",
    peer_status: "active",
  });
  expect(await ownersOf(db, peer.id, "2026-11-20")).toEqual({ bd, cs });
  expect([...(await blocksOf(db, [peer.id, lone.id], now))].map(([id, list]) => [id, list.map((b) => b.text)])).toEqual([
    [peer.id, []],
    [lone.id, ["营业执照已于 2026-10-20 到期"]],
  ]);
  expect(await serviceContact(db, peer.id)).toEqual({ name: "袁小满", mobile: "", qr: null });
  await rows(db, q`update peer_managers set display_name = '小满', display_mobile = '13800001111' where worker_id = ${cs}`);
  expect(await serviceContact(db, peer.id)).toMatchObject({ name: "小满", mobile: "13800001111" });
  expect(await serviceContact(db, lone.id)).toBeNull();
});
