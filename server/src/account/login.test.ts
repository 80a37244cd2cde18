import { beforeAll, beforeEach, expect, test } from "vitest";
import { testDesk, type Desk } from "../testing/calls.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

test("every demo account signs in and reads itself", async () => {
  for (const name of ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer"]) {
    const me = await desk.signIn(name);
    const account = await me("oss_account_query", { id: me.id });
    expect([account.account, account.must_change, account.login_at]).toEqual([name, false, desk.clock.now().toISOString()]);
  }
});
