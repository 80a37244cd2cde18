/** Staff of the demo business: roles, teams, the accounts of the first page and three experts per team. All passwords are `visadesk`. */
import { allCodes } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { hashPasswd, md5Of } from "../account/index.ts";

export const DEMO_PASSWORD = "visadesk";

/** Every code of these groups, buttons included. */
const within = (...prefixes: string[]): number[] => allCodes.filter((c) => prefixes.some((p) => String(c).startsWith(p)));
const sorted = (codes: readonly number[]): number[] => [...new Set(codes)].sort((a, b) => a - b);

interface DemoRole {
  name: string;
  note: string;
  codes: readonly number[];
  data_scope: DataScope;
}
/** Order matters: ids follow it, so the same seed gives the same data. */
export const DEMO_ROLES: readonly DemoRole[] = [
  {
    name: "订单主管",
    note: "订单、退款与专家管理，同行审核",
    codes: [100100, 100100101, ...within("1003", "1005"), 100201101, 100208, 101005],
    data_scope: "all",
  },
  { name: "签证专家", note: "办理自己名下的订单", codes: [100100, 100302, 100301101], data_scope: "own" },
  { name: "产品经理", note: "商品、供应商与基础资料", codes: [100100, ...within("1002", "1004", "1009")], data_scope: "all" },
  { name: "财务", note: "资金、结算与发票", codes: [100100, ...within("1008"), 100301], data_scope: "all" },
  {
    name: "客服",
    note: "服务自己的客户与同行，不审核、不停用",
    codes: [100100, 100301, 100301101, 100303, 100304, 100306, 100307, 100501, 100502, 100506, 101305, 101305101, 101306],
    data_scope: "own",
  },
  { name: "内容运营", note: "活动、内容与客服引导", codes: [100100, ...within("1006", "1007", "1013")], data_scope: "all" },
  {
    name: "商务",
    note: "开发和维护自己的同行，不审核",
    codes: [100100, 100301, 100301101, 100501, 100502, 100503, 100505, 100506, 100507],
    data_scope: "team",
  },
  { name: "仅首页", note: "没有任何页面权限", codes: [], data_scope: "own" },
];
export const SUPER_ROLE = "超级管理员";

const TEAMS: readonly { name: string; countries: readonly string[] }[] = [
  { name: "日韩", countries: ["JP", "KR"] },
  { name: "申根", countries: ["FR", "DE", "IT", "ES", "CH", "NL", "AT", "GR", "PT", "BE", "CZ", "HU", "PL", "SE", "NO", "DK", "FI", "IS"] },
  { name: "英美加澳", countries: ["GB", "US", "CA", "AU", "NZ", "IE"] },
  { name: "东南亚电子签", countries: ["VN", "KH", "ID", "PH", "IN", "LK", "MM", "LA", "NP", "TH", "EG", "SA", "TR", "CN", "HK", "TW"] },
  { name: "客服", countries: [] },
  { name: "商务", countries: [] },
];

interface Person {
  account: string;
  nickname: string;
  role: string;
  team: string | null;
  /** Name customers see; makes the person an expert. */
  expert?: string;
}
const ACCOUNTS: readonly Person[] = [
  { account: "admin", nickname: "系统管理员", role: SUPER_ROLE, team: null },
  { account: "manager", nickname: "陈立群", role: "订单主管", team: null },
  { account: "expert", nickname: "林晓雯", role: "签证专家", team: "日韩", expert: "林老师" },
  { account: "product", nickname: "周启明", role: "产品经理", team: null },
  { account: "finance", nickname: "吴静怡", role: "财务", team: null },
  { account: "service", nickname: "孙悦", role: "客服", team: "客服" },
  { account: "content", nickname: "何思远", role: "内容运营", team: null },
  { account: "viewer", nickname: "郑安", role: "仅首页", team: null },
];
const EXPERT_NAMES: Readonly<Record<string, readonly string[]>> = {
  日韩: ["高桐", "罗依然", "唐书言"],
  申根: ["宋若谷", "许知远", "韩清"],
  英美加澳: ["冯予安", "曹文博", "彭嘉禾"],
  东南亚电子签: ["蒋一鸣", "沈予柔", "邓子衿"],
  客服: ["袁小满", "丁夏", "薛宁"],
  商务: ["叶舟", "范以沫", "石磊"],
};
const EXPERT_TEAMS = ["日韩", "申根", "英美加澳", "东南亚电子签"];
const PREFIX: Readonly<Record<string, string>> = {
  日韩: "jpkr",
  申根: "schengen",
  英美加澳: "ukus",
  东南亚电子签: "evisa",
  客服: "service",
  商务: "business",
};

/** Three more colleagues per team: experts where the team handles countries, else with the role that its team is called by. */
const colleagues = (): Person[] =>
  TEAMS.flatMap(({ name }) =>
    (EXPERT_NAMES[name] ?? []).map((nickname, i) => {
      const base = { account: `${PREFIX[name] ?? "staff"}_${i + 1}`, nickname, team: name };
      return EXPERT_TEAMS.includes(name) ? { ...base, role: "签证专家", expert: `${nickname.slice(0, 1)}老师` } : { ...base, role: name };
    }),
  );

async function seedRoles(db: Db, now: Date): Promise<Map<string, number>> {
  const at = { created_at: now, updated_at: now };
  const made = await db
    .insertInto("roles")
    .values([
      { name: SUPER_ROLE, note: "全部权限，不能修改", module_group: [], data_scope: "all" as const, is_builtin: true, ...at },
      ...DEMO_ROLES.map((r) => ({
        name: r.name,
        note: r.note,
        module_group: sorted(r.codes),
        data_scope: r.data_scope,
        is_builtin: false,
        ...at,
      })),
    ])
    .returning(["id", "name"])
    .execute();
  return new Map(made.map((r) => [r.name, r.id]));
}

/** Fills an empty database with the demo staff. Answers ids by account name. */
export async function seedStaff(db: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const passwd = await hashPasswd(md5Of(DEMO_PASSWORD));
  const roles = await seedRoles(db, now);
  const at = { created_at: now, updated_at: now };
  const teams = await db
    .insertInto("teams")
    .values(TEAMS.map((t) => ({ name: t.name, country_ids: [...t.countries], ...at })))
    .returning(["id", "name"])
    .execute();
  const teamId = (name: string | null): number | null => teams.find((t) => t.name === name)?.id ?? null;
  const people = [...ACCOUNTS, ...colleagues()];
  const workers = await db
    .insertInto("workers")
    .values(
      people.map((p) => ({
        account: p.account,
        nickname: p.nickname,
        role_id: roles.get(p.role) ?? null,
        team_id: teamId(p.team),
        passwd,
        passwd_at: now,
        ...at,
      })),
    )
    .returning(["id", "account"])
    .execute();
  const ids = new Map(workers.map((w) => [w.account, w.id]));
  for (const t of teams) {
    const leader = t.name === "客服" ? "service" : t.name === "日韩" ? "expert" : `${PREFIX[t.name] ?? ""}_1`;
    await db
      .updateTable("teams")
      .set({ leader_id: ids.get(leader) ?? null })
      .where("id", "=", t.id)
      .execute();
  }
  const experts = people.filter((p) => p.expert !== undefined);
  await db
    .insertInto("experts")
    .values(
      experts.map((p, i) => ({
        worker_id: ids.get(p.account) ?? 0,
        display_name: p.expert ?? "",
        handle_urgent: i % 3 !== 2,
        max_open: 400,
        weight: 1 + (i % 3),
        ...at,
      })),
    )
    .execute();
  return ids;
}
