import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, id, int, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { DATA_SCOPES } from "../account/session.ts";

export const role = z.object({
  id: id("编号"),
  name: text("名称", { min: 2, max: 20, message: "角色名称为2至20个字" }),
  note: text("备注", { min: 0, max: 200 }),
  module_group: z
    .array(z.int({ error: "权限编号不正确" }))
    .max(300)
    .meta({ label: "权限", kind: "codes" }),
  data_scope: choice("数据范围", DATA_SCOPES),
  is_builtin: bool("内置"),
  worker_count: int("人数"),
  screen_count: int("页面数"),
  button_count: int("按钮数"),
  sensitive_count: int("敏感项"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = role.shape;

/** What saving would change, shown before it is saved. */
export const roleImpact = z.object({
  added: z.array(z.int()),
  removed: z.array(z.int()),
  workers: z.array(z.object({ id: id(), nickname: text("昵称") })),
});

export const roleApi = api({
  role_query: list("角色列表", may.role, {
    filter: {
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      data_scope: z.optional(f.data_scope),
      code: z.optional(int("持有权限").meta({ label: "持有权限", kind: "int", of: "permission" })),
    },
    row: role,
    sorts: ["name", "updated_at", "worker_count"],
    exports: ["name", "note", "data_scope", "worker_count", "screen_count", "button_count", "sensitive_count", "updated_at"],
  }),
  role_get: read("角色详情", may.role, pick(role, "id"), role),
  role_pick: read(
    "选择角色",
    { any: [may.worker, may.role] },
    {},
    z.object({ list: z.array(role.pick({ id: true, name: true, data_scope: true })) }),
  ),
  role_add: write("新增角色", may.role, pick(role, "name", "note", "module_group", "data_scope"), role, { key: true, log: "grant" }),
  role_update: write(
    "编辑角色",
    may.role,
    { ...pick(role, "id", "version"), ...optional(pick(role, "name", "note", "module_group", "data_scope")) },
    role,
    { log: "grant" },
  ),
  role_impact_get: read("变更影响", may.role, pick(role, "id", "module_group"), roleImpact),
  role_remove: write("删除角色", may.role, pick(role, "id"), done, { log: "grant" }),
});
