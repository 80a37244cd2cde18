import { beforeAll, describe, expect, test } from "vitest";
import { allApi, type EndpointName } from "@visadesk/contract/index.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { Refused, type Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 30 });
  admin = await app.as("admin");
});

const one = async <T extends object>(sql: string): Promise<T> => {
  const found = await row<T>(app.db, raw(sql));
  if (!found) throw new Error(`nothing found by ${sql}`);
  return found;
};
const key = () => ({ idempotency_key: crypto.randomUUID() });
const call = (name: string, body: object, by: Client = admin) => by.call(name as EndpointName, body) as Promise<never>;
/** The refusal of a call that must not succeed. */
const refusal = async (ended: Promise<unknown>) => {
  const e: unknown = await ended.then(
    () => new Error("the call succeeded"),
    (cause: unknown) => cause,
  );
  if (!(e instanceof Refused)) throw e;
  return { code: e.code ?? e.answer.status, msg: e.answer.msg, body: e.answer.body };
};

interface Used {
  id: number | string;
  version: number;
}
/** A record of each noun that a product on sale uses. */
const NOUNS: Readonly<Record<string, string>> = {
  elec: "select d.id, d.version from documents d join sku_documents x on x.document_id = d.id join skus k on k.id = x.sku_id where d.kind = 1 and k.sku_status = 'on_sale' order by d.id limit 1",
  mail: "select d.id, d.version from documents d join sku_documents x on x.document_id = d.id join skus k on k.id = x.sku_id where d.kind = 2 and k.sku_status = 'on_sale' order by d.id limit 1",
  bring:
    "select d.id, d.version from documents d join sku_documents x on x.document_id = d.id join skus k on k.id = x.sku_id where d.kind = 3 and k.sku_status = 'on_sale' order by d.id limit 1",
  photo:
    "select d.id, d.version from documents d join sku_documents x on x.document_id = d.id join skus k on k.id = x.sku_id where d.kind = 4 and k.sku_status = 'on_sale' order by d.id limit 1",
  application:
    "select d.id, d.version from documents d join sku_documents x on x.document_id = d.id join skus k on k.id = x.sku_id where d.kind = 5 and k.sku_status = 'on_sale' order by d.id limit 1",
  country: "select c.id, c.version from countries c join skus k on k.country_id = c.id and k.sku_status = 'on_sale' order by c.id limit 1",
  embassy: "select e.id, e.version from embassies e join skus k on k.embassy_id = e.id and k.sku_status = 'on_sale' order by e.id limit 1",
  refund_policy:
    "select p.id, p.version from refund_policies p join skus k on k.refund_policy_id = p.id and k.sku_status = 'on_sale' order by p.id limit 1",
};
interface Head {
  title: string;
  on_sale: number;
  off_sale: number;
  draft: number;
}
interface Rows {
  list: { id: number; name: string; usage: string[]; is_removable: boolean; sku_status: string }[];
  total: number;
}
const head = (noun: string, id: Used["id"]): Promise<Head> => call(`${noun}_related_get`, { id });
const related = (noun: string, record_id: Used["id"], more: object = { sku_status: ["on_sale"] }): Promise<Rows> =>
  call(`${noun}_product_query`, { record_id, page_size: 100, ...more });

/** 使用商品数 of the noun's own list. */
async function listed(noun: string, id: Used["id"]): Promise<number | undefined> {
  for (let at = 1; ; at++) {
    const { list }: { list: { id: Used["id"]; used_count: number }[] } = await call(`${noun}_query`, { page: at, page_size: 100 });
    const found = list.find((r) => r.id === id);
    if (found || list.length === 0) return found?.used_count;
  }
}

describe.each(Object.entries(NOUNS))("base-data 14: %s", (noun, sql) => {
  test("the count of the head, the rows of related products and the count disabling checks are one number", async () => {
    const { id, version } = await one<Used>(sql);
    const [seen, products] = [await head(noun, id), await related(noun, id)];
    expect(seen.on_sale).toBeGreaterThan(0);
    expect(products.list).toHaveLength(seen.on_sale);
    expect(products.list.every((p) => p.usage.length > 0 && p.sku_status === "on_sale")).toBe(true);
    if (Object.hasOwn(allApi, `${noun}_query`)) expect(await listed(noun, id)).toBe(seen.on_sale);
    expect((await related(noun, id, {})).total).toBe(seen.on_sale + seen.off_sale + seen.draft);
    expect(await refusal(call(`${noun}_disable`, { id, version, used_count: seen.on_sale }))).toMatchObject({
      code: "in_use",
      msg: `有${seen.on_sale}个在售商品使用，请先替换`,
    });
    expect(await refusal(call(`${noun}_remove`, { id, version }))).toMatchObject({ code: "in_use", msg: "已被使用，只能禁用" });
  });

  test("a product put on sale in between answers count_changed with the new count", async () => {
    const { id, version } = await one<Used>(sql);
    const sku = (await related(noun, id)).list[0]?.id ?? 0;
    await rows(app.db, q`update skus set sku_status = 'off_sale' where id = ${sku}`);
    const used_count = (await head(noun, id)).on_sale;
    await rows(app.db, q`update skus set sku_status = 'on_sale' where id = ${sku}`);
    expect(await refusal(call(`${noun}_disable`, { id, version, used_count }))).toMatchObject({
      code: "count_changed",
      msg: "使用的商品数已变化，请重新确认",
      body: { used_count: used_count + 1 },
    });
  });
});

const paperSql = (kind: number): string => NOUNS[["", "elec", "mail", "bring", "photo", "application"][kind] ?? ""] ?? "";
/** Another enabled paper of the kind that no product uses. */
async function sparePaper(kind: number, name: string): Promise<number> {
  const made = await row<{ id: number }>(
    app.db,
    q`insert into documents (kind, name, category, sub_type, requirement, created_at, updated_at)
      values (${kind}, ${name}, 3, 'employed', '新版要求', ${app.clock.now()}, ${app.clock.now()}) returning id`,
  );
  return made?.id ?? 0;
}
const idsOf = (products: Rows): number[] => products.list.map((p) => p.id);
const replace = (noun: string, id: number, to_id: number | null, sku_ids: readonly number[], more: object = {}) =>
  call(`${noun}_replace`, { id, to_id, sku_ids, expected_count: sku_ids.length, ...key(), ...more }) as Promise<{
    results: { id: number; ok: boolean; msg: string }[];
    done: number;
  }>;
const trial = (noun: string, id: number, to_id: number | null, sku_ids: readonly number[]) =>
  call(`${noun}_replace_check`, { id, to_id, sku_ids }) as Promise<{
    results: { id: number; ok: boolean; msg: string; before: string[]; after: string[] }[];
  }>;

describe("base-data 13: a paper in use", () => {
  test("is disabled only after products have another; what was sold keeps the old one", async () => {
    const { id, version } = await one<{ id: number; version: number }>(paperSql(1));
    const { title } = await head("elec", id);
    const sold = await one<{ id: number; body: string; name: string }>(
      `select s.id, s.body::text as body, m.name from applicant_materials m join orders o on o.id = m.order_id join sku_snapshots s on s.id = o.snapshot_id where m.document_id = ${id} order by m.id limit 1`,
    );
    const to = await sparePaper(1, "替换后的资料");
    const products = idsOf(await related("elec", id, {}));
    const tried = await trial("elec", id, to, products);
    expect(tried.results.map((r) => r.ok)).toEqual(products.map(() => true));
    expect(tried.results[0]?.before.join()).toContain(title);
    expect(tried.results[0]?.after.join()).toContain("替换后的资料");
    // The trial kept nothing.
    expect(idsOf(await related("elec", id, {}))).toEqual(products);
    expect((await replace("elec", id, to, products)).done).toBe(products.length);
    expect((await related("elec", to, {})).total).toBe(products.length);
    await call("elec_disable", { id, version, used_count: 0 });
    expect(await one(`select status from documents where id = ${id}`)).toEqual({ status: 0 });
    expect(await one(`select s.body::text as body from sku_snapshots s where s.id = ${sold.id}`)).toEqual({ body: sold.body });
    expect(sold.name).toBe(title);
    // The new papers of a product sold from now on.
    expect(await refusal(replace("elec", to, id, products))).toMatchObject({ code: "guard_failed", msg: `「${title}」已禁用，请先启用` });
    await call("elec_enable", { id, version: version + 1 });
    expect((await replace("elec", to, id, products)).done).toBe(products.length);
  });

  test("replacing takes the number it was shown, another record of the same kind, and says which products changed meanwhile", async () => {
    const { id } = await one<{ id: number }>(paperSql(1));
    const other = await one<{ id: number }>(paperSql(2));
    const to = await sparePaper(1, "另一份资料");
    const products = idsOf(await related("elec", id));
    expect(await refusal(replace("elec", id, to, products, { expected_count: products.length + 1 }))).toMatchObject({
      code: "count_changed",
    });
    expect(await refusal(replace("elec", id, other.id, products))).toMatchObject({ code: "not_found", msg: "电子资料不存在" });
    expect(await refusal(replace("elec", id, id, products))).toMatchObject({ code: "guard_failed", msg: "请选择另一个记录" });
    const picks: { list: { id: number; title: string }[] } = await call("elec_replace_pick", { id, keyword: "另一份" });
    expect(picks.list).toEqual([{ id: to, title: "另一份资料" }]);
    const [gone = 0, still = 0] = products;
    await replace("elec", id, to, [gone]);
    const mixed = await replace("elec", id, to, [still, gone]);
    expect(mixed.done).toBe(1);
    expect(mixed.results.find((r) => r.id === gone)).toEqual({ id: gone, ok: false, msg: "商品已不再使用此记录" });
    await replace("elec", to, id, [gone, still]);
  });
});

test("base-data 15: a product that would lose an identity's last must paper stays as it is, the others go through", async () => {
  const { id } = await one<{ id: number }>(paperSql(1));
  const products = idsOf(await related("elec", id));
  const [only = 0, other = 0] = products;
  const kept = q`select document_id, identity, owner from sku_documents where sku_id = ${only} order by id`;
  // The first product has nothing but this paper to ask for; the second has another must paper for everybody.
  const spare = await sparePaper(1, "人人必交");
  await rows(app.db, q`delete from sku_documents where sku_id = ${only} and document_id <> ${id} and owner = 'must'`);
  await rows(app.db, q`update sku_documents set owner = 'must' where document_id = ${id} and sku_id = any(${[only, other]}::int8[])`);
  await rows(
    app.db,
    q`insert into sku_documents (sku_id, identity, document_id, owner) select k.id, i.identity, ${spare}, 'must' from skus k, unnest(k.identities) as i(identity) where k.id = ${other}`,
  );
  const before = await rows(app.db, kept);
  const shown = await related("elec", id);
  expect(shown.list.filter((p) => [only, other].includes(p.id)).map((p) => [p.id === only, p.is_removable])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
  const tried = await trial("elec", id, null, [only, other]);
  const { results, done } = await replace("elec", id, null, [only, other]);
  expect(done).toBe(1);
  expect(results.find((r) => r.id === only)?.msg).toMatch(/^.+将没有必交资料$/);
  expect(results.map(({ id: sku, ok, msg }) => [sku, ok, msg])).toEqual(tried.results.map((r) => [r.id, r.ok, r.msg]));
  expect(await rows(app.db, kept)).toEqual(before);
  expect(idsOf(await related("elec", id))).not.toContain(other);
});

test("base-data 23: the code of one kind of paper opens no other kind, and replacing needs the code of products too", async () => {
  const { id } = await one<{ id: number }>(paperSql(1));
  const mail = await one<{ id: number }>(paperSql(2));
  await rows(app.db, q`update roles set module_group = array[100901] where id = (select role_id from workers where account = 'content')`);
  const clerk = await app.as("content");
  expect((await related("elec", id)).total).toBeGreaterThan(0);
  await call("elec_related_get", { id }, clerk);
  const swap = { id, to_id: null, sku_ids: [1], expected_count: 1, ...key() };
  for (const [name, body] of [
    ["mail_update", { id: mail.id, version: 1 }],
    ["mail_product_query", { record_id: mail.id }],
    ["mail_related_get", { id: mail.id }],
    ["elec_replace", swap],
    ["elec_replace_check", { id, to_id: null, sku_ids: [1] }],
  ] as const)
    expect([name, (await refusal(call(name, body, clerk))).code]).toEqual([name, 403]);
});

describe("a product that starts to use the record while it is being disabled", () => {
  test("is waited for: disabling answers count_changed instead of leaving a product with a disabled paper", async () => {
    const id = await sparePaper(1, "正在被选用");
    const { id: sku } = await one<{ id: number }>("select id from skus where sku_status = 'on_sale' order by id limit 1");
    const { promise: named, resolve: name } = Promise.withResolvers<void>();
    const choosing = inTransaction(app.db, async (tx) => {
      await rows(tx, q`insert into sku_documents (sku_id, identity, document_id, owner) values (${sku}, 'general', ${id}, 'optional')`);
      name();
      // Until disabling stands before the row that the product has just named.
      await untilWaiting(tx);
    });
    await named;
    const disabling = refusal(call("elec_disable", { id, version: 1, used_count: 0 }));
    await choosing;
    expect(await disabling).toMatchObject({ code: "count_changed" });
    expect(await one(`select status from documents where id = ${id}`)).toEqual({ status: 1 });
  });

  test("replacing into a record and disabling it at once: one of them loses", async () => {
    const { id } = await one<{ id: number }>(paperSql(2));
    const [sku = 0] = idsOf(await related("mail", id));
    const to = await sparePaper(2, "同时禁用");
    const [swapped, disabled] = await Promise.allSettled([
      replace("mail", id, to, [sku]),
      call("mail_disable", { id: to, version: 1, used_count: 0 }),
    ]);
    const { status } = await one<{ status: number }>(`select status from documents where id = ${to}`);
    const { total } = await related("mail", to);
    expect([swapped.status, disabled.status].filter((s) => s === "fulfilled")).toHaveLength(1);
    expect([status, total]).toEqual(disabled.status === "fulfilled" ? [0, 0] : [1, 1]);
  });
});

/** Until another session waits for a lock; the embedded database has one connection, which waits by itself. */
async function untilWaiting(db: Db): Promise<void> {
  for (let i = 0; !onEmbedded() && i < 1000; i++) {
    const found = await row<{ n: number }>(db, q`select count(*)::int as n, pg_sleep(0.01)::text from pg_locks where not granted`);
    if ((found?.n ?? 0) > 0) return;
  }
  if (!onEmbedded()) throw new Error("nobody waits for the lock");
}
