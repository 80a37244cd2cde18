import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { runHost } from "#kit/host.ts";
import { orderErasure } from "../../erasure.ts";
import { hostCommands } from "../../host.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { MsgDesk } from "../../testing/make/msg.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  const workers = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(workers.map((w) => [w.account, w.id])));
});

const SAID = "离异独居";
/** Tables that still hold the word; answers kept for repeated keys go after 30 days by themselves. */
async function holding(word: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    app.db,
    q`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'idempotency_keys' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if (await row(app.db, q`select 1 from ${raw(`"${name}"`)} t where t::text like ${`%${word}%`} limit 1`)) found.push(name);
  return found;
}
/** A message about somebody is handed in, returned and taken back; words and a file at every step. */
async function writtenAbout(applicant_no: string): Promise<void> {
  const [manager, expert] = [await app.as("manager"), await app.as("expert")];
  const msgs = new MsgDesk(app, manager);
  const words = { title: `客户${SAID}`, content: `请安抚${SAID}的客户`, need_review: true };
  const id = await msgs.add([expert.id], { ...words, ref_noun: "applicant", ref_no: applicant_no, files: [await msgs.file(manager)] });
  await msgs.submit(id, expert, { result_code: "partly", result: `${SAID}，电话未接`, proof: [await msgs.file(expert)] });
  const [first] = await msgs.rows(id);
  await manager.call("reminder_msg_return", {
    id: first?.id ?? 0,
    version: first?.version ?? 0,
    return_code: "incomplete",
    return_text: `${SAID}再联系`,
  });
  const { version } = await manager.call("msg_get", { id });
  await manager.call("msg_withdraw", { id, version, reason: `${SAID}，不再联系` });
}
const version = async (id: number): Promise<number> => (await desk.facts(id)).order.version;

test("what people typed about an order leaves with it, and was never repeated in the operation log", async () => {
  const admin = await app.as("admin");
  const { id, order_no, people } = await desk.order();
  const person = people[0] ?? 0;
  const file = await desk.file();
  await admin.call("order_note_add", { order_id: id, kind: "internal", content: `客户${SAID}，电话里情绪激动`, files: [file] });
  await admin.call("order_update", { id, version: await version(id), customer_note: `本人${SAID}` });
  const p = await desk.person(person);
  await admin.call("applicant_update", {
    id: person,
    version: p.version,
    refused_note: `因${SAID}被拒`,
    birth_place: `${SAID}省`,
    passport_issue_place: `${SAID}市`,
    reason: `补记${SAID}`,
  });
  await writtenAbout(p.applicant_no);
  const held = { hold_party: "customer" as const, reason: `${SAID}，材料待定` };
  await admin.call("applicant_hold", { id: person, version: (await desk.person(person)).version, ...held });
  await rows(
    app.db,
    q`insert into order_reminds (order_id, kind, source, content, reply, last_at, created_at) values (${id}, 'pay', 'staff', ${SAID}, ${SAID}, ${app.clock.now()}, ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`insert into order_diffs (diff_no, order_id, fee_kind, amount, reason, payer, diff_status, created_at) values ('BC202601010001', ${id}, 'other', 100, ${SAID}, 'customer', 'cancelled', ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`
    insert into custodies (material_id, from_holder, to_holder, count, note, at)
    select id, 'us', 'customer', 1, ${SAID}, ${app.clock.now()} from applicant_materials where applicant_id = ${person} limit 1`,
  );
  await admin.call("order_cancel", { id, version: await version(id), cancel_reason: "customer", reason: `${SAID}，不去了` });
  await rows(
    app.db,
    q`with r as (insert into refunds (refund_no, order_id, kind, initiator, reason_code, asked_amount, refund_status, fail_reason, created_at, updated_at)
        values ('TK202601010001', ${id}, 'partial', 'staff', 'other', 100, 'withdrawn', ${SAID}, ${app.clock.now()}, ${app.clock.now()}) returning id)
      insert into refund_lines (refund_id, fee_id, paid, policy_amount, asked_amount, note)
      select r.id, f.id, 100, 100, 100, ${SAID} from r, order_fees f where f.order_id = ${id} limit 1`,
  );
  expect(await holding(SAID)).toEqual(expect.arrayContaining(["custodies", "refunds", "refund_lines"]));
  expect(await holding(SAID)).toEqual(expect.arrayContaining(["msgs", "reminder_msgs", "reminder_msg_rounds", "outbound_messages"]));
  expect(await holding(SAID)).not.toContain("operation_logs");
  const logged = await rows<{ endpoint: string; reason: string | null; changes: unknown[] }>(
    app.db,
    q`select endpoint, reason, changes from operation_logs where endpoint in ('order_note_add', 'order_update', 'order_cancel') and noun = 'order' order by id`,
  );
  expect(logged).toMatchObject([
    { endpoint: "order_note_add", reason: "内部" },
    { endpoint: "order_update", changes: [{ field: "customer_note", before: null, after: "已填写" }] },
    { endpoint: "order_cancel", reason: "客户取消" },
  ]);
  const told = (await admin.call("order_log_query", { order_id: id })).list;
  expect(told.filter((l) => l.reason?.includes(SAID)).length).toBeGreaterThan(2);

  // The files of the note, of the message and of its proof are promised by the count and go.
  const counted = await orderErasure.personalErase(app.db, new Date(app.clock.now().getTime() + 1_000), null);
  expect(counted).toMatchObject({ records: 1, people: 1, files: 3, kept: [] });
  const said: string[] = [];
  const host = { dataDir: app.dataDir, print: (line: string) => void said.push(line) };
  expect(await runHost(app.parts, hostCommands, ["pii", "erase", order_no, "--reason", "本人要求删除"], host)).toBe(0);
  expect(said[0]).toContain("1 名申请人的个人信息和 3 个文件");
  expect(await holding(SAID)).toEqual([]);
  const left = (await admin.call("order_log_query", { order_id: id })).list;
  expect(left.length).toBe(told.length + 1);
  expect(left.flatMap((l) => l.changes ?? []).find((c) => c.field === "customer_note")).toMatchObject({ before: null, after: null });
});
