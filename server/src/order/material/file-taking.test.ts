/** What a record takes again of its own files, and under which name a paper stands. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk, type Made } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
let expert: Client;
let manager: Client;
let order: Made;
let other: Made;
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  [expert, manager] = [await app.as("expert"), await app.as("manager")];
  const paid = async (): Promise<Made> => {
    const made = await desk.order({ people: 2 });
    await desk.pay(made.id);
    await rows(app.db, q`update orders set expert_id = ${expert.id} where id = ${made.id}`);
    return made;
  };
  [order, other] = [await paid(), await paid()];
}, 60_000);

const GONE = "文件不存在，请重新上传";
const named = (key: string, account: string, filename: string): Promise<unknown> =>
  rows(
    app.db,
    q`insert into file_uploads (file_id, worker_id, filename, created_at) select id, ${desk.staff.get(account)}::int8, ${filename}, ${desk.clock.now()}::timestamptz from files where key = ${key}`,
  );
const passportOf = async (o: Made, person = 0) => {
  const p = await desk.person(o.people[person] ?? 0);
  const m = p.materials.find((x) => x.kind === 1 && x.max_age_days === 0);
  if (!m) throw new Error("the product needs a paper");
  return { id: m.id, version: m.version, name: m.name, applicant: p.id };
};
/** Hands a paper in as a worker; what it is refused with, or null. */
const handIn = async (by: Client, o: Made, key: string, person = 0): Promise<string | null> => {
  const { id, version } = await passportOf(o, person);
  const answer = await by.raw("applicant_material_upload", { id, version, files: [{ file: key, page_no: 1 }] });
  return answer.ret === 0 ? null : answer.msg;
};
const note = async (by: Client, o: Made, key: string): Promise<string | null> => {
  const answer = await by.raw("order_note_add", { order_id: o.id, kind: "internal", content: "见附件", files: [key] });
  return answer.ret === 0 ? null : answer.msg;
};
const nameOn = async (by: Client, o: Made): Promise<string> => {
  const { applicant, id } = await passportOf(o);
  const { materials } = await by.call("applicant_get", { order_id: o.id, id: applicant });
  return materials.find((m) => m.id === id)?.files.find((f) => f.superseded_at === null)?.filename ?? "";
};

describe("a file already on the record", () => {
  test("a colleague hands it in again on the same person, on no other person, order or note", async () => {
    const key = await desk.file("image/jpeg", 1_000, ["expert"]);
    expect(await handIn(manager, order, key)).toBe(GONE);
    expect(await handIn(expert, order, key)).toBeNull();
    expect(await handIn(manager, order, key)).toBeNull();
    expect(await handIn(manager, order, key, 1)).toBe(GONE);
    expect(await handIn(manager, other, key)).toBe(GONE);
    // A paper of a person is no attachment of the order, which asks for less.
    expect(await note(manager, order, key)).toBe(`附件${GONE}`);
  });

  test("an attachment of the order is attached to it again, not to another", async () => {
    const key = await desk.file("image/jpeg", 1_000, ["expert"]);
    expect(await note(expert, order, key)).toBeNull();
    expect(await note(manager, order, key)).toBeNull();
    expect(await note(manager, other, key)).toBe(`附件${GONE}`);
  });

  test("a record out of sight does not tell what hangs on it", async () => {
    const key = await desk.file("image/jpeg", 1_000, ["manager"]);
    expect(await handIn(manager, other, key)).toBeNull();
    await rows(app.db, q`update orders set expert_id = null, created_by = null where id = ${other.id}`);
    expect(await handIn(expert, other, key)).toBe(GONE);
    await rows(app.db, q`update orders set expert_id = ${expert.id} where id = ${other.id}`);
    expect(await handIn(expert, other, key)).toBeNull();
  });
});

describe("the name of a paper", () => {
  test("is what its own uploader called it; nobody is told what another called the same bytes", async () => {
    const key = await desk.file("image/jpeg", 1_000, []);
    await named(key, "manager", "王小明 E12345678.jpg");
    await named(key, "expert", "首页.jpg");
    expect(await handIn(expert, order, key)).toBeNull();
    expect(await nameOn(manager, order)).toBe("首页.jpg");
    const { applicant } = await passportOf(order);
    expect((await manager.call("file_link_get", { key, noun: "applicant", noun_id: applicant })).filename).toBe("首页.jpg");
    const bad = await desk.file("image/jpeg", 9 * 1_048_576, []);
    await named(bad, "manager", "王小明 E12345678.jpg");
    await named(bad, "expert", "太大.jpg");
    expect(await handIn(expert, order, bad)).toMatch(/^文件不符合要求：太大\.jpg 超过/);
  });

  test("handed in again by somebody who never named it, it is called by what it is", async () => {
    const key = await desk.file("image/jpeg", 1_000, []);
    await named(key, "expert", "李四 护照.jpg");
    expect(await handIn(expert, order, key)).toBeNull();
    expect(await handIn(manager, order, key)).toBeNull();
    expect(await nameOn(manager, order)).toBe(`${(await passportOf(order)).name}.jpg`);
  });
});

test("one content that is a passport and an attachment is opened as a passport", async () => {
  const key = await desk.file("image/jpeg", 1_000, ["expert"]);
  expect(await handIn(expert, order, key)).toBeNull();
  const finance = await app.as("finance");
  const look = async () => (await finance.raw("file_link_get", { key, noun: "order", noun_id: order.id })).msg;
  const { id } = await passportOf(order);
  await rows(app.db, q`update applicant_materials set category = 2, sub_type = 'passport' where id = ${id}`);
  expect(await look()).toBe("没有权限：查看完整个人信息");
  expect(await note(expert, order, key)).toBeNull();
  expect(await look()).toBe("没有权限：查看完整个人信息");
  expect(
    await row(app.db, q`select kind, actor_id, reason from operation_logs where endpoint = 'file_link_get' order by id desc limit 1`),
  ).toEqual({ kind: "denied", actor_id: finance.id, reason: "查看完整个人信息" });
});
