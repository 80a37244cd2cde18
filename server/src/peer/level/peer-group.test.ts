import { beforeAll, describe, expect, test } from "vitest";
import { isMember, type GroupFacts, type GroupRule } from "@visadesk/contract/peer/level/group.rules.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { ACTIVITIES, PEER_SOURCES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { random } from "../../testing/make/rights.ts";
import { activity, BALANCE, gmvSince } from "../peer/peer-state.sql.ts";
import { ageDays, GMV_DAYS, idleDays } from "./group-rule.sql.ts";
import { members } from "./members.ts";

let desk: PeerDesk;
const pick = random(20_261_123);
const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
const some = <T>(list: readonly T[]): T[] => list.filter(() => pick(2) === 1);
const LEVELS = keysOf(LEVEL_CODES);
const PROVINCES = ["310000", "350000", "440000"];

const blank = {
  visible_mode: null,
  sku_ids: new Array<number>(),
  cs_team_id: null,
  chat_group: "",
  chat_qr: null,
  note: "",
  status: 1 as const,
};
const service = (name: string) => ({ ...blank, name, kind: "service", visible_mode: "all", mode: null, rule: null }) as const;
const audience = (name: string, rule: GroupRule) => ({ ...blank, name, kind: "audience", mode: "rule", rule: rule as never }) as const;

/** Peers around every limit a rule can have, each with what the page says of it. */
async function peersAround(groups: readonly number[]): Promise<Map<number, GroupFacts>> {
  for (let i = 0; i < 40; i++) {
    const { id } = await makePeer(desk.db, {
      level_id: one(LEVELS),
      source: one(["bd", "self", "exhibition"]),
      source_id: null,
      service_group_id: one([null, ...groups]),
      approved_at: desk.ago(one([3, 30, 31, 60, 200])),
    });
    await rows(
      desk.db,
      q`update peers set address = jsonb_set(address, '{province_code}', ${JSON.stringify(one(PROVINCES))}::jsonb) where id = ${id}`,
    );
    if (pick(3) > 0)
      await paidOrders(desk.db, desk.pattern, id, {
        count: 1 + pick(2),
        paid: one([50_000, 100_000]),
        at: desk.ago(one([0, 29, 30, 31, 90, 91])),
      });
    await rows(
      desk.db,
      q`insert into ledger_accounts (code, owner_id, kind, side, balance, gl_code) values ('peer_principal', ${id}, '', 'credit', ${one([0, 100_000, 200_000])}, '2203')
        on conflict (code, owner_id, kind) do update set balance = excluded.balance`,
    );
  }
  const now = desk.clock.now();
  const list = await rows<GroupFacts & { id: number }>(
    desk.db,
    q`select p.id, p.level_id, p.province_code, p.source, p.service_group_id, ${activity(now)} as activity, ${idleDays(now)} as idle_days,
      ${gmvSince(now, GMV_DAYS)}::int8 as gmv_90d, ${BALANCE}::int8 as balance, ${ageDays(now)} as age_days from peers p`,
  );
  return new Map(list.map(({ id, ...facts }) => [id, facts]));
}
/** Each part there or not; ranges may be the right way round alone. */
function randomRule(groups: readonly number[]): GroupRule {
  const maybe = <T>(value: T): T | undefined => (pick(4) === 0 ? value : undefined);
  const rule: GroupRule = {
    level_from: maybe(one(LEVELS.slice(0, 3))),
    level_to: maybe(one(LEVELS.slice(2))),
    province_codes: maybe(some(PROVINCES)),
    activity: maybe(some(keysOf(ACTIVITIES))),
    no_order_days: maybe(one([1, 30, 31, 90])),
    gmv_90d_min: maybe(one([0, 50_000])),
    gmv_90d_max: maybe(one([50_000, 100_000])),
    balance_min: maybe(one([0, 100_000])),
    balance_max: maybe(one([100_000, 200_000])),
    sources: maybe(some(keysOf(PEER_SOURCES))),
    service_group_ids: maybe(some(groups)),
    age_min: maybe(one([3, 30])),
    age_max: maybe(one([30, 60, 199, 200])),
  };
  return Object.fromEntries(Object.entries(rule).filter(([, v]) => v !== undefined));
}
/** The list's own filter, as far as it can say the same. */
function filterOf(rule: GroupRule): Record<string, unknown> | null {
  const { level_from: from = "V1", level_to: to = "V5", province_codes, sources, service_group_ids, no_order_days, ...rest } = rule;
  const unsaid = Object.keys(rest).some((k) => k !== "activity");
  const list = (name: string, of: readonly unknown[] | undefined) => (of && of.length > 0 ? { [name]: of } : {});
  return unsaid
    ? null
    : {
        state: ["active", "frozen"],
        level_id: LEVELS.filter((l) => l >= from && l <= to),
        ...list("province_code", province_codes),
        ...list("source", sources),
        ...list("service_group_id", service_group_ids),
        ...list("activity", rest.activity),
        ...(no_order_days !== undefined && { no_order_days }),
      };
}

beforeAll(async () => {
  desk = await peerDesk();
});

describe("peer 14: members of an audience", () => {
  test("are those of the pure rule, of the list under the same filter, and of whoever writes to them", async () => {
    const groups = [];
    for (const name of ["华东重点", "华南常规"]) groups.push((await desk.call("peer_group_add", service(name))).id);
    const facts = await peersAround(groups);
    const ids = async (who: Awaited<ReturnType<typeof members>>): Promise<number[]> =>
      (await rows<{ id: number }>(desk.db, q`select p.id from peers p where p.id in ${who} order by p.id`)).map((p) => p.id);
    let compared = 0;
    for (let i = 0; i < 120; i++) {
      const rule = randomRule(groups);
      const said = JSON.stringify(rule);
      const expected = [...facts]
        .filter(([, f]) => isMember(rule, f))
        .map(([id]) => id)
        .toSorted((a, b) => a - b);
      const group = await desk.call("peer_group_add", audience(`人群${i}`, rule));
      expect(group.member_count, said).toBe(expected.length);
      expect(await ids(await members(desk.db, { group_id: group.id }, desk.clock.now())), said).toEqual(expected);
      const filter = filterOf(rule);
      if (filter === null) continue;
      compared += 1;
      const { list } = await desk.call("peer_query", { ...filter, page_size: 100 });
      expect(
        list.map((p) => p.id).toSorted((a, b) => a - b),
        said,
      ).toEqual(expected);
      const { state: _, ...open } = filter;
      expect(await ids(await members(desk.db, { filter: open }, desk.clock.now())), said).toEqual(expected);
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("who is with us for at most 30 days is who is new, to the hour", async () => {
    const before = async (hours: number): Promise<number> => {
      const { id } = await makePeer(desk.db);
      await rows(desk.db, q`update peers set approved_at = ${new Date(desk.clock.now().getTime() - hours * 3_600_000)} where id = ${id}`);
      return id;
    };
    const [within, past] = [await before(719), await before(721)];
    const found = async (rule: GroupRule): Promise<number[]> => {
      const who = await members(
        desk.db,
        { group_id: (await desk.call("peer_group_add", audience(`入驻${JSON.stringify(rule).length}`, rule))).id },
        desk.clock.now(),
      );
      return (await rows<{ id: number }>(desk.db, q`select p.id from peers p where p.id in ${who} order by p.id`)).map((p) => p.id);
    };
    const young = await found({ age_max: 30 });
    expect(young).toEqual(await found({ activity: ["new"] }));
    expect([young.includes(within), young.includes(past)]).toEqual([true, false]);
  });

  test("of a fixed one are pasted by number or credit code, each answering for itself; who left is no member", async () => {
    const [a, b, closed] = [await makePeer(desk.db), await makePeer(desk.db), await makePeer(desk.db)];
    await rows(
      desk.db,
      q`update peers set peer_status = 'closed', closed_at = ${desk.clock.now()}, close_reason = '不再合作' where id = ${closed.id}`,
    );
    const code = (await row<{ credit_code: string }>(desk.db, q`select credit_code from peers where id = ${b.id}`))?.credit_code ?? "";
    const member_codes = [a.peer_no, code.toLowerCase(), a.peer_no, closed.peer_no, "TY999999"];
    const said = await desk.call("peer_group_preview", { kind: "audience", member_codes });
    expect(said.rows.map((r) => r.msg)).toEqual(["", "", "重复", "同行已停用", "同行不存在或无权查看"]);
    expect([said.total, said.list.map((p) => p.id).toSorted((x, y) => x - y)]).toEqual([2, [a.id, b.id]]);
    const fixed = { ...blank, name: "重点回访", kind: "audience", mode: "fixed", rule: null } as const;
    expect((await desk.refused("peer_group_add", { ...fixed, member_codes })).issues).toEqual([
      { path: "member_codes", message: `2 行有误，${closed.peer_no}：同行已停用` },
    ]);
    const made = await desk.call("peer_group_add", { ...fixed, member_codes: [a.peer_no, code] });
    expect([made.member_count, made.rule_text, made.members.length]).toEqual([2, "固定名单", 2]);
    const fewer = await desk.call("peer_group_update", { id: made.id, version: made.version, member_codes: [code] });
    expect(fewer.members.map((m) => m.id)).toEqual([b.id]);
    await rows(
      desk.db,
      q`update peers set peer_status = 'closed', closed_at = ${desk.clock.now()}, close_reason = '不再合作' where id = ${b.id}`,
    );
    expect((await desk.call("peer_group_get", { id: made.id })).member_count).toBe(0);
    await desk.call("peer_group_remove", { id: made.id, version: fewer.version });
  });
});

describe("groups", () => {
  test("say what is missing, keep their kind, and stay while anything names them", async () => {
    expect((await desk.refused("peer_group_add", { ...service("华北"), visible_mode: "only" })).issues).toEqual([
      { path: "sku_ids", message: "请选择商品" },
    ]);
    expect((await desk.refused("peer_group_add", audience("反了", { age_min: 9, age_max: 3 }))).issues).toEqual([
      { path: "rule", message: "入驻天数的下限大于上限" },
    ]);
    const made = await desk.call("peer_group_add", service("华北"));
    expect((await desk.refused("peer_group_add", service("华北"))).issues).toEqual([{ path: "name", message: "分组名称已存在" }]);
    const { id } = await makePeer(desk.db, { service_group_id: made.id });
    expect(await desk.refused("peer_group_remove", { id: made.id, version: 1 })).toMatchObject({
      code: "in_use",
      msg: "分组正被 2 处使用：同行 1、入驻申请 1",
    });
    await rows(desk.db, q`update peers set service_group_id = null where id = ${id}`);
    await rows(desk.db, q`update peer_applications set service_group_id = null where peer_id = ${id}`);
    const rule = await desk.call("peer_group_add", audience("华北沉默", { activity: ["silent"], service_group_ids: [made.id] }));
    expect(rule.rule_text).toBe("沉默且华北分组");
    expect((await desk.refused("peer_group_remove", { id: made.id, version: 1 })).msg).toBe("分组正被 1 处使用：分组规则 1");
    await desk.call("peer_group_remove", { id: rule.id, version: 1 });
    const renamed = await desk.call("peer_group_update", { id: made.id, version: 1, name: "华北重点" });
    await desk.call("peer_group_remove", { id: made.id, version: renamed.version });
    expect((await desk.call("peer_group_pick", { keyword: "华北" })).list).toEqual([]);
  });
});
