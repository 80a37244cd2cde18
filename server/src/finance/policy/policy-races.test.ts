/** Two clerks at one policy, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { insuredOrder, policiesOf, type MadePolicy } from "../../testing/make/policy.ts";
import { inTurn } from "../../testing/races.ts";

describe.skipIf(onEmbedded())("two at once", () => {
  let app: TestApp;
  let desk: OrderDesk;
  beforeAll(async () => {
    app = await testApp();
    const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
    desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  });
  const made = async (people: number): Promise<{ order_id: number; policies: MadePolicy[] }> => {
    const { id } = await insuredOrder(desk, { people });
    return { order_id: id, policies: await policiesOf(app.db, id) };
  };
  const body = async (p: MadePolicy | undefined, policy_no: string) => {
    const days = await row<{ start_on: string; end_on: string; version: number }>(
      app.db,
      q`select start_on, end_on, version from policies where id = ${p?.id ?? 0}`,
    );
    if (!p || !days) throw new Error("no policy");
    const file = await desk.file("application/pdf", 1_000, ["admin"]);
    return { id: p.id, ...days, policy_no, file, idempotency_key: crypto.randomUUID() };
  };
  const posted = async (id: number): Promise<number> =>
    (await row<{ n: number }>(app.db, q`select count(*)::int as n from journals where source_noun = 'policy' and source_id = ${id}`))?.n ??
    0;

  test("finance: a policy two clerks register at once is posted once; the second hears that it changed", async () => {
    const admin = await app.as("admin");
    const { order_id, policies } = await made(1);
    const [one, two] = [await body(policies[0], "RACE-00001"), await body(policies[0], "RACE-00002")];
    const held = ["select id from orders where id = $1 for update", order_id] as const;
    const [first, second] = await inTurn(
      app,
      held,
      () => admin.raw("policy_issued", one),
      () => admin.raw("policy_issued", two),
    );
    expect([first, second].filter((a) => a.status === 200 && a.ret === 0)).toHaveLength(1);
    expect(await posted(one.id)).toBe(2);
  });

  test("one number of an insurer given to two policies at once: one wins, the other hears whose it is", async () => {
    const admin = await app.as("admin");
    const [a, b] = [await made(1), await made(1)];
    const [one, two] = [await body(a.policies[0], "RACE-00003"), await body(b.policies[0], "RACE-00003")];
    const held = ["select id from suppliers where id = (select insurer_id from policies where id = $1) for update", one.id] as const;
    const [first, second] = await inTurn(
      app,
      held,
      () => admin.raw("policy_issued", one),
      () => admin.raw("policy_issued", two),
    );
    const lost = [first, second].find((x) => x.ret !== 0);
    expect([first, second].filter((x) => x.ret === 0)).toHaveLength(1);
    expect(lost?.msg).toMatch(/^保单号已登记：BX/);
  });

  test("a surrender beside a registering leaves the policy registered: what is not written is not given up", async () => {
    const admin = await app.as("admin");
    const { order_id, policies } = await made(1);
    const write = await body(policies[0], "RACE-00004");
    const { id, version } = write;
    const held = ["select id from orders where id = $1 for update", order_id] as const;
    const [first, second] = await inTurn(
      app,
      held,
      () => admin.raw("policy_issued", write),
      () => admin.raw("policy_surrender", { id, version, reason: "客户取消行程", idempotency_key: crypto.randomUUID() }),
    );
    expect(first.ret).toBe(0);
    expect(second.status === 409 || second.ret !== 0).toBe(true);
    expect(await row(app.db, q`select policy_status from policies where id = ${id}`)).toEqual({ policy_status: "issued" });
    expect(await posted(id)).toBe(2);
  });
});
