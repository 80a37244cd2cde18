import { beforeAll, expect, it } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { plainPerson } from "../../testing/loops/parts/plain.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await loadOrders(app.database.url, 200, app.clock.now());
}, 60_000);

it("one masked field in full, logged with field and reason, at most so many an hour", async () => {
  const admin = await app.as("admin");
  const a = await row<{ id: number; order_id: number; applicant_no: string }>(
    app.db,
    q`select id, order_id, applicant_no from applicants order by id limit 1`,
  );
  if (!a) throw new Error("no applicant");
  const { passport_no } = await plainPerson(app.db, a.id);
  const shown = await admin.call("applicant_get", { id: a.id, order_id: a.order_id });
  expect(shown.passport_no).toBe(`E****${passport_no.slice(-4)}`);
  expect(await admin.call("applicant_reveal", { id: a.id, field: "passport_no", reason: "核对护照" })).toEqual({ value: passport_no });
  const log = await row<{ noun_no: string; reason: string; text: string; subject_ids: number[] }>(
    app.db,
    q`select noun_no, reason, changes::text as text, subject_ids from operation_logs where kind = 'reveal' order by id desc limit 1`,
  );
  expect(log).toMatchObject({ noun_no: a.applicant_no, reason: "核对护照", subject_ids: [a.id] });
  expect(log?.text).toContain("passport_no");
  expect(log?.text).not.toContain(passport_no);
  for (let i = 1; i < 60; i++) await admin.call("applicant_reveal", { id: a.id, field: "mobile" });
  await expect(admin.call("applicant_reveal", { id: a.id, field: "mobile" })).rejects.toThrow("每小时最多查看60项完整信息");
  app.clock.set(new Date(app.clock.now().getTime() + 3_601_000));
  await admin.call("applicant_reveal", { id: a.id, field: "mobile" });
}, 60_000);

it("an unknown applicant is refused in words", async () => {
  const admin = await app.as("admin");
  await expect(admin.call("applicant_reveal", { id: 9_999_999, field: "mobile" })).rejects.toThrow("申请人不存在或无权查看");
});
