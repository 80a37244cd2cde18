import { expect, it } from "vitest";
import { makeCtx } from "#kit/call/run.ts";
import { principalOfWorker } from "../../account/index.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { TEST_NOW, testApp } from "../../testing/app.ts";
import type { CtxOf } from "#kit/call/context.ts";
import { seedMarks } from "./seed-marks.ts";

it("some tasks of the demo are put off and passed on, once", async () => {
  const app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 140 });
  const actAs: CtxOf = async (tx, worker, at) => makeCtx(app.parts, tx, { name: "demo" }, await principalOfWorker(tx, worker, at), at);
  const stored = () => app.db.selectFrom("task_marks").select(["id", "handler_id", "snooze_until"]).orderBy("id").execute();
  await seedMarks({ db: app.db, now: new Date(TEST_NOW), actAs });
  const marks = await stored();
  expect(marks.some((m) => m.handler_id !== null)).toBe(true);
  expect(marks.some((m) => m.snooze_until !== null)).toBe(true);
  await seedMarks({ db: app.db, now: new Date(TEST_NOW), actAs });
  expect(await stored()).toEqual(marks);
}, 120_000);
