import { expect, test } from "vitest";
import { asWrite } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { sendMessage } from "./outbound.ts";

const { db } = await testDatabase();
const now = new Date("2026-11-20T02:00:00Z");

test("to staff: delivered; outside without a provider: recorded and said so", async () => {
  const { id } = await db
    .insertInto("workers")
    .values({ account: "w", passwd: "x", passwd_at: now, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(
    await asWrite(db, null, now, (ctx) =>
      sendMessage(ctx, { channel: "in_app", template: "note", receiver: "w", receiver_worker_id: id, content: "新订单" }),
    ),
  ).toBe("sent");
  expect(
    await asWrite(db, null, now, (ctx) =>
      sendMessage(ctx, {
        channel: "sms",
        template: "rejected",
        receiver: "13800138000",
        content: "请补充资料",
        ref_noun: "order",
        ref_id: 5,
      }),
    ),
  ).toBe("no_provider");
  await expect(
    asWrite(db, null, now, (ctx) => sendMessage(ctx, { channel: "in_app", template: "note", receiver: "w", content: "x" })),
  ).rejects.toThrow("receiver_worker_id");
  expect(await db.selectFrom("outbound_messages").select(["channel", "status", "sent_at", "ref_id"]).orderBy("id").execute()).toEqual([
    { channel: "in_app", status: "sent", sent_at: now.toISOString(), ref_id: null },
    { channel: "sms", status: "no_provider", sent_at: null, ref_id: 5 },
  ]);
});
