import { api, done, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, id, ids, int, status, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

/** A team, its sub-team and the team below that. */
export const TEAM_LEVELS = 3;
const MEMBERS_MAX = 500;

export const team = z.object({
  id: id("编号"),
  name: text("团队名称", { min: 2, max: 20, message: "团队名称为2至20个字" }),
  parent_id: z.nullable(id("上级", "team")),
  leader_id: z.nullable(id("组长", "worker")),
  leader_name: z.nullable(text("组长")),
  country_ids: z
    .array(text("国家/地区", { max: 10 }))
    .max(300, { error: "国家最多300项" })
    .meta({ label: "国家", kind: "list", of: "country" }),
  members: z.array(z.object({ id: id(), nickname: text("昵称"), account: text("账号"), status: status() })).meta({ label: "成员" }),
  /** Figures of the team itself, without those below; absent for teams the caller does not manage. */
  open_applicants: z.nullable(int("在办申请人")),
  overdue: z.nullable(int("超期")),
  free_today: z.nullable(int("今日可接单")),
  status: status(),
  /** The caller may change this team. */
  is_mine: bool("可管理"),
  version: version(),
  updated_at: time("更新时间"),
});

const form = { ...pick(team, "name", "parent_id", "leader_id", "country_ids"), member_ids: ids("成员", MEMBERS_MAX, "worker") };

export const teamApi = api({
  team_query: read("团队列表", "staff", {}, z.object({ list: z.array(team) })),
  team_add: write("新增团队", may.worker, form, z.object({ id: id() }), { key: true, log: "grant" }),
  team_update: write("编辑团队", may.worker, { ...pick(team, "id", "version"), ...optional(form) }, done, { log: "grant" }),
  team_enable: write("启用团队", may.worker, pick(team, "id", "version"), done, { log: "grant" }),
  team_disable: write("停用团队", may.worker, pick(team, "id", "version"), done, { log: "grant" }),
});
