/** Absence: disabling at once, the preview for anybody, and the register of what is handed over. */
import { beforeAll, describe, expect, test } from "vitest";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { holdings } from "../../holdings.ts";
import type { TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { leaverApp, makeLeaver, ownerColumns } from "../../testing/make/leaver.ts";
import { confirmAll, disableAt, key, reason } from "../../testing/make/staff.ts";
import { hashOf } from "./hand-over.ts";
import { nouns } from "../../nouns.ts";

let app: TestApp;
let admin: Client;
let staff: ReadonlyMap<string, number>;
type Preview = OutputOf<"worker_disable_preview">;

beforeAll(async () => {
  ({ app, admin, staff } = await leaverApp());
}, 120_000);

const id = (account: string): number => staff.get(account) ?? 0;
const call: typeof admin.call = (name, input) => admin.call(name, input);
const preview = (worker: number): Promise<Preview> => call("worker_disable_preview", { id: worker });
const leaver = (): Promise<number> => makeLeaver(app.db, admin, 1);

describe("disabling at once", () => {
  test("ends his sessions, leaves his work under 待交接 until it is handed over", async () => {
    const worker = await leaver();
    const { version, account } = await preview(worker);
    await call("worker_disable_now", { id: worker, version, reason: "设备丢失", ...key() });
    const waiting = async (): Promise<string[]> =>
      (await call("worker_query", { to_hand_over: true, page_size: 100 })).list.map((w) => w.account);
    expect(await waiting()).toContain(account);
    const p = await preview(worker);
    expect([p.status, p.refusal, p.sole_codes]).toEqual([0, null, []]);
    const receipt = await disableAt(call, worker, "交接", id("taker01"));
    expect(receipt.rows.length).toBe(p.rows.length);
    expect(await waiting()).not.toContain(account);
    const empty = await preview(worker);
    expect(empty.refusal).toBe("该员工已停用，没有待交接的工作");
    const late = { id: worker, version: empty.version, reason: "再交接", hash: empty.hash, receivers: [], ...key() };
    expect((await admin.refused("worker_disable", late)).code).toBe("state_changed");
  });
});

test("a difference that its maker can no longer chase is a task of the order's service owner", async () => {
  const maker = await call("oss_account_add", { account: "diff_maker", nickname: "补差人", ...key() });
  const order = await rows<{ id: number }>(
    app.db,
    q`update orders set cs_owner_id = ${id("service")} where id = (select max(id) from orders) returning id`,
  );
  await rows(
    app.db,
    q`
    insert into order_diffs (diff_no, order_id, fee_kind, amount, reason, payer, is_blocking, due_at, created_by, created_at)
    values ('BC202611200009', ${order[0]?.id}, 'other', 100, '补收快递费', 'customer', false, '2026-11-19T00:00:00Z', ${maker.id}, '2026-11-18T00:00:00Z')`,
  );
  const service = await app.as("service");
  const late = async (): Promise<(string | null)[]> =>
    (await service.call("task_query", { queue: ["diff_late"], scope: "mine" })).list
      .filter((t) => t.order_id === order[0]?.id)
      .map((t) => t.handler_name);
  expect(await late()).toEqual([]);
  await call("worker_disable_now", { id: maker.id, version: 1, reason: "离职", ...key() });
  expect(await late()).toEqual(["孙悦"]);
});

describe("如果他明天不在: the preview for anybody", () => {
  test("says what nobody else may do, and what only system administrators could do for him", async () => {
    const finance = await preview(id("finance"));
    const codes = finance.sole_codes.map((c) => c.code);
    expect(codes).toContain(may.payout_register);
    expect(codes).not.toContain(may.workbench);
    expect(finance.sole_codes.every((c) => c.is_admin_left)).toBe(true);
    expect((await preview(id("admin"))).refusal).toBe("不能停用自己");
  });

  test("knows the last administrator and reads only my own teams", async () => {
    const made = await call("role_add", {
      name: "组内人事",
      note: "",
      module_group: [may.worker, may.order_process, may.personal_reveal, may.workbench],
      data_scope: "team",
      reason,
      ...key(),
    });
    await confirmAll(app.db);
    await rows(
      app.db,
      q`insert into workers (account, nickname, passwd, passwd_at, role_id, team_id, created_at, updated_at)
        select 'team_hr', '组内人事', w.passwd, w.passwd_at, ${made.id}, null, w.created_at, w.updated_at from workers w where w.account = 'admin'`,
    );
    await rows(app.db, q`update teams set leader_id = (select id from workers where account = 'team_hr') where name = '申根'`);
    const hr = await app.as("team_hr");
    expect((await hr.refused("worker_disable_preview", { id: id("jpkr_1") })).code).toBe("not_found");
    expect((await hr.refused("worker_disable_preview", { id: 987_654 })).code).toBe("not_found");
    expect((await hr.call("worker_disable_preview", { id: id("schengen_2") })).refusal).toBeNull();
    await rows(app.db, q`update workers set role_id = (select id from roles where is_builtin) where account = 'schengen_3'`);
    expect((await hr.call("worker_disable_preview", { id: id("schengen_3") })).refusal).toBe("不能管理权限高于自己的账号");
    expect((await preview(id("schengen_3"))).refusal).toBeNull();
  });

  test("the hash names the very things", () => {
    const [a] = holdings;
    if (!a) throw new Error("no kinds");
    const one = hashOf([{ holding: a, items: [{ id: 1, n: 2 }] }]);
    expect(hashOf([{ holding: a, items: [{ id: 2, n: 2 }] }])).not.toBe(one);
    expect(hashOf([{ holding: a, items: [{ id: 1, n: 2 }] }])).toBe(one);
  });
});

/** Columns that name the owner of something that is still open; each is handed over by the kinds its noun names. */
const OWNERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  nouns.flatMap((n) => Object.entries(n.owners).map(([column, kinds]) => [`${n.table}.${column}`, kinds])),
);

test("every column that names an owner is handed over by some kind", async () => {
  const kinds = holdings.map((h) => h.kind);
  expect(await ownerColumns(app.db)).toEqual(Object.keys(OWNERS).sort());
  expect(new Set(Object.values(OWNERS).flat())).toEqual(new Set(kinds));
});
