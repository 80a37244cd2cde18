import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { makeCtx } from "#kit/call/run.ts";
import { principalOfWorker } from "../../account/index.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { TEST_NOW, testApp } from "../../testing/app.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { seedHandovers } from "./seed-handovers.ts";

test("the demo has a hand-over in each state that lasts, made once by those it concerns", async () => {
  const app = await testApp();
  const now = new Date(TEST_NOW);
  await seedDemoOrders(app.db, app.parts.files, now, { count: 60 });
  const actAs: CtxOf = async (tx, worker, at) => makeCtx(app.parts, tx, { name: "demo" }, await principalOfWorker(tx, worker, at), at);
  await seedHandovers(app.db, now, actAs);
  await seedHandovers(app.db, now, actAs);
  const made = await rows<{ s: string; confirmed: boolean }>(
    app.db,
    q`select handover_status as s, confirmed_at is not null as confirmed from handovers order by 1, 2`,
  );
  expect(made.map((h) => `${h.s} ${h.confirmed}`)).toEqual(["active true", "ended true", "planned false", "planned true"]);
  // Time alone moves nothing of it now.
  await app.runJobs();
  const cover = await app.as("jpkr_1");
  const [going] = (await cover.call("handover_query", { view: "cover", handover_status: ["active"] })).list;
  expect(going).toMatchObject({ from_name: expect.any(String), read_at: expect.any(String) });
});
