/** 日志 of every record with a page: its holder reads it, another does not, and it says no more than the record. */
import { beforeAll, describe, expect, test } from "vitest";
import { allApi } from "@visadesk/contract/index.ts";
import { allCodes, allows, may } from "@visadesk/contract/permissions.ts";
import { records, type RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { inTransaction } from "#kit/db/db.ts";
import { writeLog } from "#kit/call/log.ts";
import { keysOf } from "#kit/files/objects.ts";
import { makeCtx } from "#kit/call/run.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { seedAppointments } from "../../base-data/index.ts";
import { opened } from "../../opened.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { seedExhibitions, seedGroups } from "../../peer/index.ts";
import { seedAdjustments, seedSpecials } from "../../product/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makeCard } from "../../testing/make/carrier.ts";
import { hangFinance } from "../../testing/make/finance.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { parcelAt } from "../../testing/make/parcel-row.ts";
import { hangExpire } from "../../testing/make/refund.ts";
import { demoWorkOrders } from "../../testing/make/work-order.ts";
import { seedRegions } from "../index.ts";

const key = () => ({ idempotency_key: crypto.randomUUID() });
const ACCOUNTS = ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer"];
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const now = app.clock.now();
  await seedDemoOrders(app.db, app.parts.files, now, { count: 40 });
  const staff = new Map(
    (await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`)).map((w) => [w.account, w.id]),
  );
  await seedRegions(app.db, staff, now);
  await seedAppointments(app.db, now);
  await inTransaction(app.db, (tx) => seedSpecials(tx, now));
  await seedAdjustments(app.db, now);
  await parcelAt(app.db, { created_by: staff.get("admin") ?? 0, type: 2, at: now });
  await makePeer(app.db, { cs_owner_id: staff.get("service") ?? null }, now);
  await demoWorkOrders(app);
  await seedGroups(app.db, now);
  await seedExhibitions(app.db, now);
  await hangFinance({ db: app.db, clock: app.clock, file: () => Promise.resolve("private/00/hang.jpg") });
  await makeCard(app);
  await hangExpire(app.db, now);
  const admin = await app.as("admin");
  await new TransferDesk(admin).draft(transferBody(null, [admin.id]));
  const role = (await admin.call("role_query", { keyword: "内容运营" })).list[0];
  // A sensitive code given by the only role administrator: applied, and kept as a change.
  await admin.call("role_update", {
    id: role?.id ?? 0,
    version: role?.version ?? 0,
    module_group: [...(role?.module_group ?? []), may.withdraw],
  });
}, 120_000);

async function oneOf(noun: RecordNoun): Promise<number | string> {
  const { from, id, where } = opened[noun];
  const all = { me: { scope_ids: null, data_scope: "all", codes: new Set(Object.values(may)) } } as never;
  const found = await row<{ id: number | string }>(
    app.db,
    q`select ${raw(id)} as id from ${raw(from)} where ${(await where?.(all)) ?? raw("true")} order by 1 limit 1`,
  );
  expect(found, `a record of ${noun}`).toBeDefined();
  return found?.id ?? 0;
}

/** What an act and a look leave about a record. */
async function logged(noun: RecordNoun, id: number | string): Promise<void> {
  const ctx = makeCtx(app.parts, app.db, { name: "test", request_id: crypto.randomUUID() }, null, app.clock.now());
  const changes = [
    { field: "note", label: "备注", before: null, after: "手机 13812345678" },
    { field: "cost", label: "成本", before: 4_100, after: 4_200 },
  ];
  const endpoint = { name: "test", kind: "write" as const };
  await writeLog(
    app.db,
    ctx,
    endpoint,
    [
      { noun, noun_id: id, changes },
      { kind: "reveal", noun, noun_id: id, reason: "查看" },
    ],
    "ok",
    1,
  );
}

describe.each(keysOf(records))("%s", (noun) => {
  const name = `${noun}_log_query` as const;
  test("its holder reads what was done to it, another does not", async () => {
    expect(allApi).toHaveProperty([name]);
    const id = await oneOf(noun);
    await logged(noun, id);
    let refused = 0;
    for (const account of ACCOUNTS) {
      const client = await app.as(account);
      const codes = new Set((await client.call("oss_account_query", { id: client.id })).role?.module_group);
      const a = await client.raw(name, { id });
      if (!allows(records[noun].may, codes)) {
        refused++;
        expect([account, a.status]).toEqual([account, 403]);
        continue;
      }
      if (a.ret === 5) continue;
      expect([account, a.status, a.ret, a.msg]).toEqual([account, 200, 0, ""]);
      const [last] = (a.body as { list: { changes: { field: string; after: unknown }[]; reason: string | null }[] }).list;
      expect(last?.reason).toBeNull();
      expect(last?.changes.map((c) => c.field)).toEqual(codes.has(may.cost_view) ? ["note", "cost"] : ["note"]);
      expect(JSON.stringify(a.body)).toContain("138****5678");
      expect(JSON.stringify(a.body)).not.toContain("13812345678");
    }
    expect(refused).toBeGreaterThan(0);
    const admin = await app.as("admin");
    expect((await admin.raw(name, { id: noun === "country" ? "ZZ" : 999_999_999 })).ret).toBe(5);
  });
});

test("the log of a person is read within the data scope of the orders", async () => {
  const expert = await app.as("expert");
  const people = await rows<{ id: number; mine: boolean }>(
    app.db,
    q`select distinct on (mine) a.id, coalesce(a.expert_id = ${expert.id}, false) as mine from applicants a order by mine`,
  );
  expect(people).toHaveLength(2);
  for (const { id, mine } of people) expect([mine, (await expert.raw("applicant_log_query", { id })).ret]).toEqual([mine, mine ? 0 : 5]);
});

test("a leader reads the log of his own people only", async () => {
  const { id: other } = await app.as("viewer");
  const manager = await app.as("manager");
  await app.db
    .updateTable("roles")
    .set({ module_group: [may.worker], data_scope: "own", version: 99 })
    .where("name", "=", "订单主管")
    .execute();
  const again = await app.as("manager");
  expect([(await again.raw("worker_log_query", { id: other })).ret, (await again.raw("worker_log_query", { id: manager.id })).ret]).toEqual(
    [5, 0],
  );
});

/** What shows one record, where it is not `{noun}_get` by id; a form is asked with a version that nothing has, so that nothing changes. */
const OTHER_READS: Readonly<Partial<Record<RecordNoun, { name: string; ask: (id: number | string) => Promise<object> }>>> = {
  worker: { name: "oss_account_update", ask: (id) => Promise.resolve({ id, version: 999_999 }) },
  team: { name: "team_update", ask: (id) => Promise.resolve({ id, version: 999_999 }) },
  settlement: { name: "supplier_settle_get", ask: (id) => Promise.resolve({ id }) },
  period: { name: "period_preview", ask: (id) => Promise.resolve({ id }) },
  expert: { name: "expert_get", ask: (worker_id) => Promise.resolve({ worker_id }) },
  order_expire: { name: "order_expire_close", ask: (id) => Promise.resolve({ id, version: 999_999, reason: "没有这个版本" }) },
  peer_manager: { name: "peer_manager_get", ask: (worker_id) => Promise.resolve({ worker_id }) },
  applicant: {
    name: "applicant_get",
    ask: async (id) => ({
      id,
      order_id: (await app.db.selectFrom("applicants").select("order_id").where("id", "=", Number(id)).executeTakeFirstOrThrow()).order_id,
    }),
  },
};
/** Read by its list alone, which has no scope. */
const LISTED: readonly RecordNoun[] = ["grant_change"];

describe("somebody with every code and his own team: record and log are shown or missing together", () => {
  let leader: Client;
  beforeAll(async () => {
    const at = app.clock.now();
    const boss = await app.as("admin");
    const lead = await app.db.selectFrom("workers").select(["id", "role_id"]).where("account", "=", "manager").executeTakeFirstOrThrow();
    await app.db
      .updateTable("roles")
      .set({ module_group: [...allCodes], data_scope: "team", version: 999, updated_at: at })
      .where("id", "=", lead.role_id ?? 0)
      .execute();
    for (const [name, leader_id] of [
      ["别人的团队", boss.id],
      ["自己的团队", lead.id],
    ] as const)
      await boss.call("team_add", { name, parent_id: null, leader_id, country_ids: [], member_ids: [], ...key() });
    leader = await app.as("manager");
  });
  test.each(keysOf(records).filter((noun) => !LISTED.includes(noun)))("%s", async (noun) => {
    const { from, id: column } = opened[noun];
    const { name, ask } = OTHER_READS[noun] ?? { name: `${noun}_get`, ask: (id: number | string) => Promise.resolve({ id }) };
    expect(allApi, `what shows ${noun}`).toHaveProperty([name]);
    const some = await rows<{ id: number | string }>(app.db, q`select distinct ${raw(column)} as id from ${raw(from)} order by 1 limit 25`);
    const seen = new Set<boolean>();
    for (const { id } of some) {
      const [record, log] = [await leader.raw(name, await ask(id)), await leader.raw(`${noun}_log_query`, { id })];
      // A worker who is no expert has none to show.
      const missing = record.ret === 5 || (noun === "expert" && (record.body as { expert: unknown }).expert === null);
      expect([noun, id, log.ret === 5, log.msg], record.msg).toEqual([noun, id, missing, missing ? log.msg : ""]);
      seen.add(log.ret === 5);
    }
    if (noun === "team") expect(seen.size).toBe(2);
  });
});
