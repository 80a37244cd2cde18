import { beforeAll, beforeEach, expect, test } from "vitest";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { md5Of } from "../index.ts";
import { stepAt, totpAt } from "./totp.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());
const code = (secret: string): string => totpAt(secret, stepAt(desk.clock.now()));

const policy = (value: string): Promise<unknown> =>
  desk.db
    .insertInto("sys_configs")
    .values({ key: "totp_policy", value: JSON.stringify(value), updated_at: desk.clock.now() })
    .onConflict((c) => c.column("key").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

test("everybody must: the next call asks for the set-up, which alone is answered; afterwards all is as before", async () => {
  const manager = await desk.signIn("manager");
  expect(await manager.ends("preference_query", {})).toBe("ok");
  await policy("all");
  expect(await manager.ends("preference_query", {})).toBe("totp_setup_needed");
  expect(await manager.ends("worker_pick", {})).toBe("totp_setup_needed");
  expect(await manager("oss_account_query", { id: manager.id })).toMatchObject({ must_totp: true, totp_on: false });
  expect(await manager.ends("oss_account_update", { id: manager.id, nickname: "新昵称" })).toBe("totp_setup_needed");
  const { secret } = await manager("totp_start", {});
  await manager("totp_confirm", { code: code(secret) });
  expect(await manager.ends("preference_query", {})).toBe("ok");
  desk.clock.advance(60_000);
  expect(await manager.ends("totp_stop", { code: code(secret) })).toBe("guard_failed");
  await policy("optional");
  expect(await manager.ends("totp_stop", { code: code(secret) })).toBe("ok");
});

test("weak passwords only: a weak one must, a better password lets go", async () => {
  const [weak, strong] = [await desk.signIn("expert"), await desk.signIn("manager")];
  await desk.db.updateTable("workers").set({ is_weak: true }).where("account", "=", "expert").execute();
  await desk.db.updateTable("workers").set({ is_weak: false }).where("account", "=", "manager").execute();
  await policy("weak_only");
  expect(await weak.ends("preference_query", {})).toBe("totp_setup_needed");
  expect(await strong.ends("preference_query", {})).toBe("ok");
  await weak("oss_account_update", { id: weak.id, account: "expert", passwd: md5Of("a much better password") });
  expect(await weak.ends("preference_query", {})).toBe("ok");
});

test("switched off: nobody can set it up", async () => {
  const manager = await desk.signIn("manager");
  await policy("off");
  expect(await manager.ends("totp_start", {})).toBe("guard_failed");
});
