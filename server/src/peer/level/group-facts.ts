/** What is judged of a group before it is written, and members by what was pasted. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { ruleFault } from "@visadesk/contract/peer/level/group.rules.ts";
import type { peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";
import { areaName } from "../../base-data/index.ts";
import { groupNamed, pastedPeers } from "./peer-group.sql.ts";

export type GroupFacts = Omit<Parsed<(typeof peerGroupApi)["peer_group_add"]>, "idempotency_key" | "member_codes">;
type Rule = NonNullable<GroupFacts["rule"]>;

const missing = async (ctx: Ctx, table: "skus" | "teams", ids: readonly number[]): Promise<boolean> => {
  const there = await rows(
    ctx.db,
    table === "skus"
      ? q`select id from skus where id = any(${[...ids]}::int8[])`
      : q`select id from teams where id = any(${[...ids]}::int8[])`,
  );
  return there.length < new Set(ids).size;
};
/** Ranges the right way round, provinces and groups that exist. */
export async function ruleIssue(ctx: Pick<Ctx, "db">, rule: Rule): Promise<string | null> {
  const fault = ruleFault(rule);
  if (fault !== null) return fault;
  if (rule.province_codes?.some((code) => !areaName(code))) return "省份不存在";
  const ids = [...new Set(rule.service_group_ids ?? [])];
  const there = await rows(ctx.db, q`select id from peer_groups where kind = 'service' and id = any(${ids}::int8[])`);
  return there.length < ids.length ? "规则中的服务分组不存在" : null;
}

/** What the other kind has, or the other way of putting it together. */
function strangers(g: GroupFacts): Issue[] {
  const service = g.kind === "service";
  const wrong: (readonly [path: string, is: boolean, message: string])[] = service
    ? [
        ["mode", g.mode !== null, "服务分组不设方式"],
        ["rule", g.rule !== null, "服务分组不设规则"],
        ["sku_ids", g.visible_mode === "all" && g.sku_ids.length > 0, "可见全部商品时不选商品"],
      ]
    : [
        ["visible_mode", g.visible_mode !== null, "人群分组不设可见商品"],
        ["sku_ids", g.sku_ids.length > 0, "人群分组不选商品"],
        ["cs_team_id", g.cs_team_id !== null, "人群分组不设客服团队"],
        ["chat_group", g.chat_group !== "", "人群分组不设客服群"],
        ["chat_qr", g.chat_qr !== null, "人群分组不设群二维码"],
        ["rule", g.mode === "fixed" && g.rule !== null, "固定名单不设规则"],
      ];
  return wrong.flatMap(([path, is, message]) => (is ? [{ path, message }] : []));
}
/** Of a service group: what its peers see; of an audience: who belongs to it. Nothing of the other kind. */
async function kindIssues(ctx: Ctx, g: GroupFacts): Promise<Issue[]> {
  const issues: Issue[] = [];
  if (g.kind === "service") {
    if (g.visible_mode === null) issues.push({ path: "visible_mode", message: "请选择可见商品" });
    else if (g.visible_mode !== "all" && g.sku_ids.length === 0) issues.push({ path: "sku_ids", message: "请选择商品" });
    else if (await missing(ctx, "skus", g.sku_ids)) issues.push({ path: "sku_ids", message: "商品不存在" });
    if (g.cs_team_id !== null && (await missing(ctx, "teams", [g.cs_team_id]))) issues.push({ path: "cs_team_id", message: "团队不存在" });
    return issues;
  }
  if (g.mode === null) return [{ path: "mode", message: "请选择方式" }];
  if (g.mode === "fixed") return [];
  const fault = g.rule === null ? "请设置规则" : await ruleIssue(ctx, g.rule);
  return fault === null ? [] : [{ path: "rule", message: fault }];
}

/** A new one keeps what its kind has of a form that shows both. */
export const fitting = (g: GroupFacts): GroupFacts =>
  g.kind === "service"
    ? { ...g, mode: null, rule: null, sku_ids: g.visible_mode === "all" ? [] : g.sku_ids }
    : { ...g, visible_mode: null, sku_ids: [], cs_team_id: null, chat_group: "", chat_qr: null, rule: g.mode === "rule" ? g.rule : null };

/** As it is stored; refused where something does not fit. */
export async function judged(ctx: Ctx, given: GroupFacts, id = 0): Promise<GroupFacts> {
  const issues = [...strangers(given), ...(await kindIssues(ctx, given))];
  if (await groupNamed(ctx.db, given.name, id)) issues.unshift({ path: "name", message: "分组名称已存在" });
  if (issues.length > 0) throw badInput(...issues);
  return { ...given, sku_ids: [...new Set(given.sku_ids)] };
}

export interface PastedRow {
  code: string;
  ok: boolean;
  msg: string;
}
/** Each number or credit code answers for itself. */
export async function pasted(ctx: Pick<Ctx, "db" | "me">, given: readonly string[]): Promise<{ ids: number[]; rows: PastedRow[] }> {
  const codes = given.map((c) => c.trim().toUpperCase());
  const found = await pastedPeers(ctx, codes);
  const of = new Map(found.flatMap((p) => [[p.credit_code, p] as const, [p.peer_no, p] as const]));
  const ids = new Set<number>();
  const said = codes.map((code): PastedRow => {
    const p = of.get(code);
    const msg = !p?.is_seen ? "同行不存在或无权查看" : p.peer_status === "closed" ? "同行已停用" : ids.has(p.id) ? "重复" : "";
    if (p && msg === "") ids.add(p.id);
    return { code, ok: msg === "", msg };
  });
  return { ids: [...ids], rows: said };
}
/** Those that are taken; refused where one is unknown. A number said twice is taken once. */
export async function pastedIds(ctx: Pick<Ctx, "db" | "me">, codes: readonly string[]): Promise<number[]> {
  const { ids, rows: said } = await pasted(ctx, codes);
  const wrong = said.filter((r) => !r.ok && r.msg !== "重复");
  const [first] = wrong;
  if (first) throw badInput({ path: "member_codes", message: `${wrong.length} 行有误，${first.code}：${first.msg}` });
  return ids;
}
