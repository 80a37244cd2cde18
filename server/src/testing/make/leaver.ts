/** Somebody with something of every kind in hand, for tests of the hand-over. */
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import type { Client } from "../client.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import { TEST_NOW } from "../business.ts";
import { makePeers } from "./peer.ts";
import { confirmAll, key, reason } from "./staff.ts";

/** Somebody of team 日韩 with twelve open people, orders in their last steps, orders to serve, regions, a supplier and a team of his own. */
export async function makeLeaver(db: Db, admin: Client, n: number): Promise<number> {
  const role = await row<{ id: number }>(db, q`select id from roles where name = '订单主管'`);
  const team = await row<{ id: number }>(db, q`select id from teams where name = '日韩'`);
  const made = await admin.call("oss_account_add", {
    account: `leaver_${n}`,
    nickname: `将走${n}`,
    role_id: role?.id ?? 0,
    team_id: team?.id ?? 0,
    reason,
    ...key(),
  });
  await confirmAll(db);
  await rows(
    db,
    q`
    with open as (select o.id, count(*) as n, sum(count(*)) over (order by o.id) as upto from orders o join applicants a on a.order_id = o.id
      where a.tab <> 'closed' and o.order_status not in ('completed', 'cancelled', 'deleted') group by o.id)
    update orders set expert_id = ${made.id} where id in (select id from open where upto - n < 12)`,
  );
  await rows(
    db,
    q`update orders set expert_id = ${made.id} where id in (select id from orders where order_status in ('shipped', 'pending_evaluate') order by id limit 3)`,
  );
  await rows(
    db,
    q`update orders set cs_owner_id = ${made.id} where id in (select id from orders where order_status not in ('completed', 'cancelled', 'deleted') order by id desc limit 3)`,
  );
  await rows(
    db,
    q`update orders set bd_owner_id = ${made.id} where id in (select id from orders where order_status not in ('completed', 'cancelled', 'deleted') order by id desc limit 2)`,
  );
  const place = (kind: number): string => `${kind}${String(10_000 + n)}`;
  await rows(
    db,
    q`
    insert into region_owners (kind, name, worker_id, area_codes, from_date, created_at, updated_at)
    select v.kind, v.name, ${made.id}, array[v.place], v.from_date, ${TEST_NOW}, ${TEST_NOW} from (values
      ('bd', ${`早先${n}`}, ${place(7)}, '2025-01-01'::date), ('cs', ${`今日${n}`}, ${place(8)}, '2026-11-20'), ('cs', ${`待生效${n}`}, ${place(9)}, '2026-12-01')) v(kind, name, place, from_date)`,
  );
  await rows(db, q`update suppliers set owner_id = ${made.id} where id = (select min(id) from suppliers)`);
  await makePeers(db, 2, { bd_owner_id: made.id });
  await makePeers(db, 1, { cs_owner_id: made.id });
  await rows(
    db,
    q`insert into task_marks (queue, source_id, staff_id, handler_id, transfer_reason, transferred_at, created_at, updated_at)
      select 'submission', a.id, ${made.id}, ${made.id}, '代为送签', ${TEST_NOW}, ${TEST_NOW}, ${TEST_NOW} from applicants a where a.tab = 'submission'
        and a.expert_id <> ${made.id} order by a.id limit 1`,
  );
  await rows(
    db,
    q`insert into teams (name, leader_id, created_at, updated_at) values (${`小队${n}`}, ${made.id}, ${TEST_NOW}, ${TEST_NOW})`,
  );
  await rows(db, q`insert into experts (worker_id, created_at, updated_at) values (${made.id}, ${TEST_NOW}, ${TEST_NOW})`);
  return made.id;
}

/** A business with orders, an administrator, and a second one (`taker01`) who may take anything over. */
export async function leaverApp(): Promise<{ app: TestApp; admin: Client; staff: ReadonlyMap<string, number> }> {
  const app = await testApp({ max: 20 });
  const admin = await app.as("admin");
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 140 });
  await rows(
    app.db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
      select 'taker01', '接手人', passwd, passwd_at, role_id, created_at, updated_at from workers where account = 'admin'`,
  );
  const workers = await app.db.selectFrom("workers").select(["id", "account"]).execute();
  return { app, admin, staff: new Map(workers.map((w) => [w.account, w.id])) };
}

/** Columns with the name of an owner that say who did something, or whose own thing it is. */
const NOT_WORK: readonly string[] = [
  "applicants.result_expert_id",
  "order_evaluates.expert_id",
  "custodies.staff_id",
  "global_message_confirmations.staff_id",
  // Ended or dropped by the job once one of the two is disabled.
  "handovers.from_staff_id",
  "handovers.to_staff_id",
  "jobs.owner_id",
  "peer_applications.bd_owner_id",
  "peer_applications.cs_owner_id",
  "saved_views.owner_id",
  "task_marks.staff_id",
];

/** Every column of the database that names a worker as the owner of something, as `table.column`. */
export async function ownerColumns(db: Db): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    q`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'workers'::regclass and ((a.attname ~ '(owner|expert|leader|handler|staff)_id$' or c.conrelid = 'region_owners'::regclass) and a.attname !~ '_by$'
      or c.conrelid = 'supplier_parcels'::regclass and a.attname = 'created_by' or c.conrelid = 'msgs'::regclass and a.attname = 'reviewer_id')
    order by 1`,
  );
  return found.map((f) => f.name).filter((name) => !NOT_WORK.includes(name));
}

const OVER = "('completed', 'cancelled', 'deleted')";
/** What is over and keeps its owner, by table. */
const ENDED: Readonly<Record<string, string>> = {
  orders: `t.order_status in ${OVER}`,
  applicants: `(select o.order_status from orders o where o.id = t.order_id) in ${OVER}`,
  region_owners: "t.to_date < '2026-11-20'",
  order_reminds: "t.remind_status in ('done', 'ignored')",
  reminder_msgs: "t.reminder_status in ('submitted', 'done', 'cancelled')",
  msgs: "t.closed_at is not null",
};
/** How many rows name him now, by column; asked of the tables themselves, whatever the hand-over takes for work. */
export async function rowsNaming(db: Db, worker: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await ownerColumns(db)) {
    const [table = "", column = ""] = name.split(".");
    const found = await row<{ n: number }>(
      db,
      q`select count(*)::int as n from ${raw(table)} t where ${raw(`t.${column}`)} = ${worker} and not coalesce(${raw(ENDED[table] ?? "false")}, false)`,
    );
    if (found && found.n > 0) counts[name] = found.n;
  }
  return counts;
}
