/** Fields that ask for more than their call: over the contract, for whoever may call and lacks the rest. */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { labelOf, shapeOf, unwrap } from "@visadesk/contract/kit/field.ts";
import { IDENTITY_FIELDS } from "@visadesk/contract/order/applicant.ts";
import { allows, mayWords, type May } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import { OrderDesk } from "../make/order.ts";
import { sampleOf } from "../sample.ts";

let app: TestApp;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  const workers = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(workers.map((w) => [w.account, w.id])));
});

interface Colleague {
  account: string;
  codes: ReadonlySet<number>;
}
let colleagues: Colleague[];
beforeAll(async () => {
  const found = await rows<{ account: string; module_group: number[] }>(
    app.db,
    q`select w.account, r.module_group from workers w join roles r on r.id = w.role_id where w.status = 1 and w.account = any(${["manager", "expert", "product", "finance", "service", "content"]}) order by w.id`,
  );
  colleagues = found.map((w) => ({ account: w.account, codes: new Set(w.module_group) }));
});
/** A demo account that may call and lacks the field's right, or holds it as well. */
const somebody = (call: May, rule: May, holds: boolean): string => {
  const one = colleagues.find((c) => allows(call, c.codes) && allows(rule, c.codes) === holds);
  if (!one) throw new Error("no demo account fits");
  return one.account;
};

const fields = allEndpoints.flatMap((e) => Object.entries(e.field_may ?? {}).map(([name, rule]) => [e.name, name, e, rule] as const));

test("there are such fields, each a field of its input", () => {
  expect(fields.length).toBeGreaterThanOrEqual(IDENTITY_FIELDS.length);
  for (const [, name, e] of fields) expect(Object.keys(shapeOf(e.input))).toContain(name);
});

describe.each(fields)("%s: %s", (endpoint, name, e, rule) => {
  test("without its right → 403 that names field and right, and a row 越权被拒", async () => {
    const client = await app.as(somebody(e.may, rule, false));
    const body = { ...(sampleOf(e.input) as object), [name]: sampleOf(unwrap(shapeOf(e.input)[name] ?? e.input)) };
    const answer = await client.raw(endpoint, body);
    const words = `${e.field_acts?.[name] ?? `修改${labelOf(e.input, name)}`}须有${mayWords(rule)}`;
    expect([answer.status, answer.msg]).toEqual([403, TEXTS.no_permission + words]);
    const log = await row<{ kind: string; reason: string }>(
      app.db,
      q`select kind, reason from operation_logs where endpoint = ${endpoint} and actor_id = ${client.id} order by id desc limit 1`,
    );
    expect(log).toEqual({ kind: "denied", reason: words });
  });

  test("with it the call goes on to the record", async () => {
    const client = await app.as(somebody(e.may, rule, true));
    const body = { ...(sampleOf(e.input) as object), [name]: sampleOf(unwrap(shapeOf(e.input)[name] ?? e.input)) };
    expect((await client.raw(endpoint, body)).status).not.toBe(403);
  });
});

test("who only looks at orders changes a phone and a note, never the passport; who may reveal changes both", async () => {
  const { people } = await desk.order();
  const id = people[0] ?? 0;
  const before = await desk.person(id);
  const version = async (): Promise<number> => (await desk.person(id)).version;
  const finance = await app.as("finance");
  await finance.call("applicant_update", { id, version: await version(), refused_note: "曾改签", email: "hu@example.com" });
  const refused = await finance.refused("applicant_update", { id, version: await version(), passport_no: "E87654321", name_cn: "李四" });
  expect([refused.answer.status, refused.answer.msg]).toEqual([403, "没有权限：修改姓名、护照号须有“订单处理”或“查看完整个人信息”"]);
  const after = await desk.person(id);
  expect([after.passport_no, after.name_cn, after.refused_note]).toEqual([before.passport_no, before.name_cn, "曾改签"]);
  const manager = await app.as("manager");
  await manager.call("applicant_update", { id, version: await version(), birth_place: "上海" });
  expect((await desk.person(id)).birth_place).toBe("上海");
});
