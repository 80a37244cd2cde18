import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { testApp } from "../../testing/app.ts";

test("a rate nothing was paid by is changed knowingly: its version goes with it, a jump is confirmed, the log has both", async () => {
  const app = await testApp();
  const maker = await app.as("admin");
  const today = dayOf(app.clock.now());
  expect((await maker.raw("fx_rate_add", { currency: "EUR", day: "2027-01-01", rate: "7.8", source: "x" })).msg).toBe("日期不能晚于今天");
  expect((await maker.raw("fx_rate_add", { currency: "EUR", day: today, rate: "0", source: "x" })).msg).toContain("汇率");
  const fresh = await maker.call("fx_rate_add", { currency: "GBP", day: today, rate: "9.0523", source: "中国银行" });
  expect(fresh).toMatchObject({ rate: "9.0523", is_used: false });
  const gbp = { currency: "GBP", day: today, source: "中国银行" } as const;
  const unseen = await maker.raw("fx_rate_add", { ...gbp, rate: "9.06" });
  expect(unseen.msg).toBe(`${today} 的 GBP 汇率已有 9.0523，请核对后再保存`);
  const { version } = fresh;
  const slip = await maker.raw("fx_rate_add", { ...gbp, rate: "90.6", version });
  expect([slip.body, slip.msg]).toMatchObject([{ code: "confirm_needed" }, `GBP ${today} 的汇率是 9.0523，变动超过20%，请核对后确认`]);
  const changed = await maker.call("fx_rate_add", { ...gbp, rate: "9.06", version });
  expect(changed).toMatchObject({ id: fresh.id, rate: "9.06", version: version + 1 });
  expect((await maker.raw("fx_rate_add", { ...gbp, rate: "9.07", version })).msg).toContain("汇率已有 9.06");
  const meant = await maker.call("fx_rate_add", { ...gbp, rate: "90.6", version: changed.version, confirm_jump: true });
  expect(meant.rate).toBe("90.6");
  const log = await rows<{ changes: { field: string; before: unknown; after: unknown }[] }>(
    app.db,
    q`select changes from operation_logs where noun = 'fx_rate' and noun_id = ${fresh.id} order by id desc limit 1`,
  );
  expect(log[0]?.changes).toContainEqual(expect.objectContaining({ field: "rate", before: "9.06", after: "90.6" }));
});
