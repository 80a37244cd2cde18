/** Two at once, on a real PostgreSQL: one code, one mobile and one place of a manager go to one peer. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { ApplicationDesk, letBdsReview } from "../../testing/make/peer-application.ts";
import { workerId } from "../../testing/make/supplier.ts";

const byFirst = ([a = 0]: number[], [b = 0]: number[]): number => a - b;

describe.skipIf(onEmbedded())("two at once", () => {
  let app: TestApp;
  let admin: Client;
  let second: Client;
  let desk: ApplicationDesk;
  beforeAll(async () => {
    app = await testApp();
    await letBdsReview(app.db);
    [admin, second] = [await app.as("admin"), await app.as("business_2")];
    desk = new ApplicationDesk(app, await app.as("business_1"), admin);
  });
  const peersOf = (credit_code: string) => rows<{ id: number }>(app.db, q`select id from peers where credit_code = ${credit_code}`);

  test("peer 2: two reviewers pass one application: one peer, the other hears that it was decided", async () => {
    for (let n = 0; n < 5; n++) {
      const a = await desk.handedIn();
      const { credit_code } = await desk.get(a.id);
      const answers = await Promise.all([desk.pass([a]), desk.pass([a], {}, second), desk.pass([a])]);
      expect(answers.map((x) => [x.status, x.ret]).toSorted(byFirst)).toEqual([
        [200, 0],
        [409, -1],
        [409, -1],
      ]);
      expect(answers.find((x) => x.status === 409)?.msg).toContain("现在是「已通过」");
      expect(await peersOf(credit_code)).toHaveLength(1);
    }
  });

  test("peer 2: one code handed in several times at once is one application; passed while it is handed in again, one peer", async () => {
    const body = await desk.body();
    const handIn = async () => desk.maker.raw("peer_application_add", { ...body, idempotency_key: crypto.randomUUID() });
    const answers = await Promise.all([handIn(), handIn(), handIn(), handIn()]);
    expect(answers.map((a) => a.ret).toSorted((x, y) => x - y)).toEqual([0, 11, 11, 11]);
    const [made] = (await admin.call("peer_application_query", { keyword: String(body.credit_code) })).list;
    if (!made) throw new Error("none was made");
    const [passed, ...again] = await Promise.all([desk.pass([made]), handIn(), handIn()]);
    expect([passed.ret, ...again.map((a) => a.ret)]).toEqual([0, 11, 11]);
    for (const a of again) expect(a.msg).toMatch(/^该企业已(是同行「.+」|有待审核申请 RZ\d+)$/);
    expect(await peersOf(String(body.credit_code))).toHaveLength(1);
  });

  test("peer 23: two companies of one mobile: one account", async () => {
    const { contact_mobile } = await desk.body();
    const two = [await desk.handedIn({ contact_mobile }), await desk.handedIn({ contact_mobile })];
    const answers = await Promise.all(two.map((a, i) => desk.pass([a], {}, i === 0 ? admin : second)));
    expect(answers.map((a) => a.ret).toSorted((x, y) => x - y)).toEqual([0, 11]);
    expect(answers.find((a) => a.ret === 11)?.msg).toBe("该手机号已是同行账号");
  });

  test("a manager's last place is given once", async () => {
    const bd = await workerId(app.db, "business_3");
    const at = app.clock.now();
    await rows(app.db, q`insert into peer_managers (worker_id, max_peers, created_at, updated_at) values (${bd}, 1, ${at}, ${at})`);
    const many = [await desk.handedIn(), await desk.handedIn(), await desk.handedIn()];
    const answers = await Promise.all(many.map((a) => desk.pass([a], { bd_owner_id: bd })));
    expect(answers.map((a) => a.ret).toSorted((x, y) => x - y)).toEqual([0, 17, 17]);
    expect(await row(app.db, q`select count(*)::int as n from peers where bd_owner_id = ${bd}`)).toEqual({ n: 1 });
  });
});
