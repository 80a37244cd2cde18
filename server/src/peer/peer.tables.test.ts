/** What the tables of peers hold by themselves, whoever writes them. */
import { describe, expect, test } from "vitest";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { testDatabase } from "../testing/database.ts";

const { db } = await testDatabase();
const now = new Date("2026-11-20T02:00:00.000Z");
await rows(
  db,
  q`insert into workers (id, account, nickname, passwd, passwd_at, created_at, updated_at) overriding system value
  select i, 'worker0' || i, '测试', 'x', ${now}, ${now}, ${now} from generate_series(1, 4) i`,
);

/** Name of the rule that refused, or the message of a trigger; null when it went through. */
async function refused(...statements: Sql[]): Promise<string | null> {
  try {
    await inTransaction(db, async (tx) => {
      for (const s of statements) await rows(tx, s);
    });
    return null;
  } catch (e) {
    if (!(e instanceof Error)) throw e;
    return "constraint" in e && typeof e.constraint === "string" ? e.constraint : e.message;
  }
}
let made = 0;
const application = (code: string, more: { created_by?: number; source?: string; source_id?: number } = {}): Sql => {
  made += 1;
  return q`insert into peer_applications (application_no, name, credit_code, legal_person, business_kind, contact_name, contact_mobile, address,
    business_licence, source, source_id, submitted_at, due_at, created_by, created_at, updated_at)
  values (${`RZ${made}`}, '环球', ${code}, '张', 'other', '李', '138****0000', '{"province_code":"350000","city_code":"350100"}', '{private/licence1}',
    ${more.source ?? "self"}, ${more.source_id ?? null}, ${now}, ${now}, ${more.created_by ?? null}, ${now}, ${now})`;
};
const applicationId = q`(select max(id) from peer_applications)`;
const peer = (
  code: string,
): Sql => q`insert into peers (peer_no, application_id, name, short_name, credit_code, legal_person, business_kind, contact_name,
    contact_mobile, address, source, level_id, approved_at, created_at, updated_at)
  values (${`TY${made}`}, ${applicationId}, '环球', '环球', ${code}, '张', 'other', '李', '138****0000', '{"province_code":"350000"}', 'self', 'V1', ${now}, ${now}, ${now})`;
const peerId = q`(select max(id) from peers)`;
const account = (
  role: string,
): Sql => q`insert into peer_accounts (peer_id, account, name, mobile, mobile_hash, role, created_at, updated_at)
  values (${peerId}, ${`${role}${made}`}, '李', '138****0000', ${`hash${role}${made}`}, ${role}, ${now}, ${now})`;
const approved = (by: number): Sql =>
  q`update peer_applications set application_status = 'approved', peer_id = ${peerId}, decided_by = ${by}, level_id = 'V1' where id = ${applicationId}`;
const whole = (code: string): Sql[] => [application(code), peer(code), account("owner"), approved(2)];
const lastPeer = async (of: Db = db): Promise<number> => (await row<{ id: number }>(of, q`select max(id) as id from peers`))?.id ?? 0;

describe("peer 1: a peer exists only with an approved application", () => {
  test("and with one enabled owner account when the transaction ends", async () => {
    expect(await refused(application("C1"), peer("C1"), approved(2))).toContain("no enabled owner account");
    expect(await refused(application("C1"), peer("C1"), account("operator"), approved(2))).toContain("no enabled owner account");
    expect(
      await refused(application("C1"), q`update peer_applications set application_status = 'approved', decided_by = 2, level_id = 'V1'`),
    ).not.toBeNull();
    expect(await refused(...whole("C1"))).toBeNull();
  });
  test("peer 2: one active peer and one open application of a code", async () => {
    expect(await refused(application("C2"))).toBeNull();
    expect(await refused(application("C2"))).toBe("peer_applications_open");
    expect(await refused(...whole("C1"))).toBe("peers_credit_code");
  });
  test("peer 3: nobody passes what he handed in or won", async () => {
    const pass = (by: number, more: Parameters<typeof application>[1]) => {
      const code = `P${made}`;
      return refused(application(code, more), peer(code), account("owner"), approved(by));
    };
    expect(await pass(3, { created_by: 3 })).toBe("peer_applications_other_hand");
    expect(await pass(3, { created_by: 1, source: "bd", source_id: 3 })).toBe("peer_applications_other_hand");
    expect(await pass(3, { created_by: 1, source: "bd", source_id: 4 })).toBeNull();
  });
  test("peer 23: the owner account is neither disabled nor doubled", async () => {
    expect(await refused(q`update peer_accounts set status = 0 where peer_id = ${peerId}`)).toContain("no enabled owner account");
    made += 1;
    expect(await refused(account("owner"))).toBe("peer_accounts_owner");
    expect(
      await refused(
        q`update peer_accounts set status = 0 where peer_id = ${peerId}`,
        q`update peers set peer_status = 'closed', closed_at = ${now} where id = ${peerId}`,
      ),
    ).toBeNull();
  });
});

describe("terms", () => {
  test("one request of a kind waits for a peer, and another person decides", async () => {
    const change = (
      no: string,
    ): Sql => q`insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, created_by, created_at, updated_at)
      values (${no}, ${peerId}, 'credit_limit', '0', '1', 'growth', '业务增长', 1, ${now}, ${now})`;
    expect([await refused(change("BG1")), await refused(change("BG2"))]).toEqual([null, "peer_changes_pending"]);
    expect(await refused(q`update peer_changes set change_status = 'approved', decided_by = 1`)).toBe("peer_changes_other_hand");
    expect(await refused(q`update peer_changes set change_status = 'approved', decided_by = 2`)).toBeNull();
  });
  test("peer 9: a cause is waived twice, seven days at most; who placed a hold does not release it", async () => {
    const waiver = (
      turn: number,
      days: number,
    ): Sql => q`insert into peer_holds (peer_id, kind, reason, opened_by, opened_at, cause, cause_id, turn, until)
      values (${peerId}, 'waiver', '临时放行', 2, ${now}, 'overdue', 20261008, ${turn}, ${now}::timestamptz + make_interval(days => ${days}))`;
    expect(await refused(waiver(1, 8))).toBe("peer_holds_span");
    expect([await refused(waiver(1, 7)), await refused(waiver(1, 7)), await refused(waiver(2, 7)), await refused(waiver(3, 7))]).toEqual([
      null,
      "peer_holds_turns",
      null,
      "peer_holds_turn_check",
    ]);
    expect(
      await refused(
        q`insert into peer_holds (peer_id, kind, blocks, reason, opened_by, opened_at) values (${peerId}, 'risk', '{order}', '疑似套现', 1, ${now})`,
      ),
    ).toBeNull();
    const release = (by: number) =>
      refused(q`update peer_holds set released_by = ${by}, released_at = ${now}, release_reason = '已核实' where kind = 'risk'`);
    expect([await release(1), await release(2)]).toEqual(["peer_holds_other_hand", null]);
  });
  test("two enabled keys", async () => {
    const key = (
      no: number,
      place: number | null,
    ): Sql => q`insert into peer_api_keys (peer_id, access_key, secret_sealed, place, created_at, updated_at)
      values (${peerId}, ${`key${no}`}, 's', ${place}, ${now}, ${now})`;
    expect([await refused(key(1, 1)), await refused(key(2, 2)), await refused(key(3, 1)), await refused(key(3, null))]).toEqual([
      null,
      null,
      "peer_api_keys_places",
      null,
    ]);
  });
});

test("peer 16: owners of a role neither overlap nor double, also when one day sees two", async () => {
  const id = await lastPeer();
  const own = (
    worker: number,
    from: string,
    to: string | null,
  ): Sql => q`insert into peer_owners (peer_id, role, worker_id, from_date, to_date, commission_from, by, created_at)
    values (${id}, 'bd', ${worker}, ${from}, ${to}, ${from}, 'transfer', ${now})`;
  expect(await refused(own(1, "2026-01-01", "2026-05-01"), own(2, "2026-05-01", "2026-05-01"), own(1, "2026-05-01", null))).toBeNull();
  expect(await refused(own(3, "2026-04-30", "2026-05-01"))).toBe("peer_owners_once");
  expect(await refused(own(3, "2026-06-01", null))).toBe("peer_owners_once");
});

test("peer 21: one live configuration of a code and scope id", async () => {
  const config = (
    scope: string,
    ids: string[],
  ): Sql => q`insert into work_order_configs (code, category, name, scope, scope_ids, escalate, config_status, created_at, updated_at)
    values ('REFUND', 'refund', '退款', ${scope}, ${ids}, '[{"at_percent":100,"to":"handler"}]', 'live', ${now}, ${now})`;
  expect(await refused(config("all", []))).toBe("work_order_config_places_pkey");
  expect([
    await refused(config("level", ["V2", "V3"])),
    await refused(config("level", ["V3", "V4"])),
    await refused(config("peer", ["7"])),
  ]).toEqual([null, "work_order_config_places_pkey", null]);
  expect(
    await refused(q`update work_order_configs set config_status = 'retired' where scope = 'level'`, config("level", ["V3", "V4"])),
  ).toBeNull();
});
