import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { makeCtx } from "#kit/call/run.ts";
import { principalOfWorker } from "../../account/index.ts";
import { TEST_NOW, testApp } from "../../testing/app.ts";
import { DEMO_PAPER } from "../../supplier/index.ts";
import { seedMessages } from "./seed-msgs.ts";

test("the demo has a message in every state, made once", async () => {
  const app = await testApp();
  const actAs: CtxOf = async (tx, worker, at) => makeCtx(app.parts, tx, { name: "demo" }, await principalOfWorker(tx, worker, at), at);
  const seed = () => seedMessages({ db: app.db, proof: DEMO_PAPER, now: new Date(TEST_NOW), actAs });
  await seed();
  const states = () =>
    rows<{ s: string; n: number }>(app.db, q`select reminder_status as s, count(*)::int as n from reminder_msgs group by 1 order by 1`);
  const made = await states();
  expect(made.map((r) => r.s)).toEqual(["cancelled", "doing", "done", "pending", "returned", "submitted"]);
  await seed();
  expect(await states()).toEqual(made);
  const { list } = await (await app.as("admin")).call("global_message_query", {});
  expect(list.map((g) => g.global_status).toSorted()).toEqual(["ended", "live", "scheduled"]);
});
