import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, date, id, int, text, time, version, z } from "../kit/field.ts";
import { allPermissions, may } from "../permissions.ts";
import { DATA_SCOPES } from "../account/session.ts";
import { grantReason } from "./grant-change.ts";
import { riskyPairs } from "./risky-pair.ts";

/** A code nobody of its role used for so long sleeps. */
export const UNUSED_DAYS = 90;
/** Codes taken away may be given back with one click for so long. */
export const UNDO_DAYS = 7;
export const COMPARED_MAX = 4;

const codes = (label: string) =>
  z
    .array(z.int({ error: "权限编号不正确" }))
    .max(300)
    .meta({ label, kind: "codes" });

export const role = z.object({
  id: id("编号"),
  name: text("名称", { min: 2, max: 20, message: "角色名称为2至20个字" }),
  note: text("备注", { min: 0, max: 200 }),
  module_group: codes("权限"),
  data_scope: choice("数据范围", DATA_SCOPES),
  is_builtin: bool("内置"),
  worker_count: int("人数"),
  screen_count: int("页面数"),
  button_count: int("按钮数"),
  sensitive_count: int("敏感项"),
  unused_count: int(`${UNUSED_DAYS}天未用`),
  /** The change of it that waits for a second person. */
  pending_id: z.nullable(id("待复核")),
  /** Taken away within the last days and not given back since. */
  removed_codes: codes("最近收回"),
  removed_at: z.nullable(time("收回时间")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = role.shape;
const person = z.object({ id: id(), nickname: text("昵称") });

/** What saving would change, shown before it is saved. */
export const roleImpact = z.object({
  added: z.array(z.int()),
  removed: z.array(z.int()),
  workers: z.array(person),
  /** What a second person has to confirm first. */
  held_codes: z.array(z.int()),
  held_scope: bool("数据范围待复核"),
  /** Nobody else could confirm it: it takes effect at once. */
  is_sole: bool("单人生效"),
  /** Nobody could confirm it, and it does not hold alone either: another administrator was there until lately. */
  no_checker: z.optional(bool("暂无复核人")),
});

const roleUnused = z.object({
  list: z.array(z.object({ code: z.int(), used_on: z.nullable(date("最近使用")), since: date("观察起始") })),
  workers: z.array(person),
});

const roleWho = z.object({
  roles: z.array(role.pick({ id: true, name: true, data_scope: true, is_builtin: true, worker_count: true })),
  workers: z.array(
    person.extend({
      account: text("账号"),
      role_name: text("角色"),
      data_scope: f.data_scope,
      team_name: z.nullable(text("团队")),
    }),
  ),
});

/** One column per code: who may do what, as a sheet. */
export const matrixColumn = (code: number): string => `c${code}`;
const matrixShape: Record<string, z.core.$ZodType> = {
  ...pick(role, "id", "name", "data_scope", "worker_count"),
  ...Object.fromEntries(allPermissions.map((p) => [matrixColumn(p.code), bool(`${p.label} ${p.code}`)])),
};

const form = pick(role, "name", "note", "module_group", "data_scope");
/** Needed where a second person has to confirm. */
const reason = { reason: z.optional(grantReason()) };
const listFilter = {
  keyword: z.optional(text("名称", { min: 0, max: 40 })),
  data_scope: z.optional(f.data_scope),
  code: z.optional(int("持有权限").meta({ label: "持有权限", kind: "int", of: "permission" })),
};

export const roleApi = api({
  role_query: list("角色列表", may.role, {
    filter: listFilter,
    row: role,
    sorts: ["name", "updated_at", "worker_count"],
    exports: [
      "name",
      "note",
      "data_scope",
      "worker_count",
      "screen_count",
      "button_count",
      "sensitive_count",
      "unused_count",
      "updated_at",
    ],
    sheet: {
      risk_text: {
        type: text("组合风险"),
        of: ["module_group"],
        value: (r) =>
          riskyPairs(r.module_group)
            .map((p) => p.text)
            .join("；"),
      },
      is_pending: { type: bool("待复核"), of: ["pending_id"], value: (r) => r.pending_id !== null },
    },
  }),
  role_matrix_query: list("角色权限矩阵", may.role, {
    filter: listFilter,
    row: z.object(matrixShape),
    sorts: ["name"],
    exports: ["name", "data_scope", "worker_count", ...allPermissions.map((p) => matrixColumn(p.code))],
  }),
  role_get: read("角色详情", may.role, pick(role, "id"), role),
  role_pick: read(
    "选择角色",
    { any: [may.worker, may.role] },
    {},
    z.object({
      list: z.array(role.pick({ id: true, name: true, data_scope: true, module_group: true })),
      /** Nobody but the caller could confirm a sensitive grant. */
      is_sole: bool("没有复核人"),
      /** Nobody could now, and lately somebody could. */
      no_checker: z.optional(bool("暂无复核人")),
    }),
  ),
  role_add: write("新增角色", may.role, { ...form, ...reason }, role, { key: true, log: "grant" }),
  role_copy: write("复制角色", may.role, { ...pick(role, "id"), ...form, ...reason }, role, { key: true, log: "grant" }),
  role_update: write("编辑角色", may.role, { ...pick(role, "id", "version"), ...optional(form), ...reason }, role, { log: "grant" }),
  role_impact_get: read(
    "变更影响",
    may.role,
    { ...optional(pick(role, "id")), module_group: f.module_group, data_scope: z.optional(f.data_scope) },
    roleImpact,
  ),
  role_remove: write("删除角色", may.role, pick(role, "id"), done, { log: "grant" }),
  role_compare_get: read(
    "角色对比",
    may.role,
    {
      ids: z
        .array(id("角色", "role"))
        .min(2, { error: "请选择2至4个角色" })
        .max(COMPARED_MAX, { error: "请选择2至4个角色" })
        .meta({ label: "角色", kind: "ids" }),
    },
    z.object({
      roles: z.array(role.pick({ id: true, name: true, data_scope: true, worker_count: true })),
      /** Codes that not all of them hold; `held` in the order of the roles. */
      rows: z.array(z.object({ code: z.int(), held: z.array(z.boolean()) })),
    }),
  ),
  role_who_query: read("谁能做", may.role, { code: int("权限") }, roleWho),
  role_unused_query: read("沉睡权限", may.role, pick(role, "id"), roleUnused),
});
