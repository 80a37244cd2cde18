/** Two acts upon one reminder at once, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { onEmbedded } from "../../testing/database.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { MsgDesk } from "../../testing/make/msg.ts";

describe.skipIf(onEmbedded())("at once", () => {
  let app: TestApp;
  let manager: Client;
  let expert: Client;
  let desk: MsgDesk;
  beforeAll(async () => {
    app = await testApp();
    [manager, expert] = [await app.as("manager"), await app.as("expert")];
    desk = new MsgDesk(app, manager);
  });

  test("workbench 11: two verdicts on one result: one wins, the other hears 409; the log holds one", async () => {
    for (let n = 0; n < 5; n++) {
      const id = await desk.add([expert.id], { need_review: true });
      await desk.submit(id, expert);
      const [r] = await desk.rows(id);
      const seen = { id: r?.id ?? 0, version: r?.version ?? 0 };
      const back = { ...seen, return_code: "wrong" as const, return_text: "与系统内容不符" };
      const answers = await Promise.all([manager.raw("reminder_msg_pass", seen), manager.raw("reminder_msg_return", back)]);
      expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 409]);
      const { log } = await desk.mine(id, expert);
      expect(log.filter((l) => l.label === "审核通过" || l.label === "退回")).toHaveLength(1);
    }
  });
  test("withdrawn while it is handed in: it ends in one way, and the message with it", async () => {
    const id = await desk.add([expert.id]);
    const [seen, m] = [await desk.seen(id, expert), await manager.call("msg_get", { id })];
    const key = { idempotency_key: crypto.randomUUID() };
    const [handedIn, taken] = await Promise.all([
      expert.raw("reminder_msg_submit", { ...seen, result_code: "done", result: "已经全部处理完", ...key }),
      manager.raw("msg_withdraw", { id, version: m.version, reason: "不再需要了" }),
    ]);
    expect([handedIn, taken].filter((a) => a.status === 200 && a.ret === 0)).toHaveLength(1);
    expect((await manager.call("msg_get", { id })).msg_status).toBe(handedIn.ret === 0 && handedIn.status === 200 ? "done" : "cancelled");
  });
});
