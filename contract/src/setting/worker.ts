import { api, done, list, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, mobile, passwd, range, status, text, time, version, z } from "../kit/field.ts";
import { shanghai } from "../kit/format.ts";
import { may } from "../permissions.ts";
import { DATA_SCOPES } from "../account/session.ts";
import { grantReason } from "./grant-change.ts";

/** One kind of things in hand, with the list that shows them. */
export const held = z.object({
  kind: text("类别", { max: 40 }),
  label: text("类别"),
  short: text("简称"),
  unit: text("单位"),
  count: int("数量"),
  link: z.nullable(z.object({ route: z.string(), query: z.record(z.string(), z.string()) })),
});

export const worker = z.object({
  id: id("编号"),
  account: text("账号"),
  nickname: text("昵称", { max: 20 }),
  mobile: z.nullable(mobile("工作手机")),
  email: z.nullable(text("邮箱", { pattern: "email", max: 100 })),
  role_id: z.nullable(id("角色", "role")),
  role_name: z.nullable(text("角色")),
  sensitive_count: int("敏感项"),
  data_scope: z.nullable(choice("数据范围", DATA_SCOPES)),
  team_id: z.nullable(id("团队", "team")),
  team_name: z.nullable(text("团队")),
  is_leader: bool("组长"),
  open_applicants: int("在办申请人"),
  held: z.array(held).meta({ label: "在手", kind: "list" }),
  /** Why he is not at work today; null when he is, and for disabled accounts. */
  off_today: z.nullable(text("今日")),
  status: status(),
  is_weak: bool("弱密码"),
  must_change: bool("须修改密码"),
  /** Until when he may sign in with the password handed out to him, past once it was used; null when he has one of his own. */
  once_until: z.nullable(time("一次性密码有效至")),
  is_locked: bool("已锁定"),
  totp_on: bool("两步验证"),
  last_login_at: z.nullable(time("最近登录")),
  last_login_ip: z.nullable(text("登录IP")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = worker.shape;
/** As a new one is typed; those that are there already may be shorter. */
const newAccount = () => text("账号", { pattern: "word", message: "账号为6-20位字母、数字或下划线" });

/** 今日 as list and sheet say it; empty for who is disabled. */
export const todayOf = (w: { status: number; off_today: string | null }): string => (w.status === 0 ? "" : (w.off_today ?? "在岗"));
export const NEVER_SIGNED_IN = "从未登录";

const form = {
  nickname: f.nickname,
  mobile: z.optional(f.mobile),
  email: z.optional(f.email),
  role_id: z.optional(f.role_id),
  team_id: z.optional(f.team_id),
  /** Needed where a second person has to confirm the role. */
  reason: z.optional(grantReason()),
};

export const workerApi = api({
  worker_query: list("员工列表", may.worker, {
    filter: {
      keyword: z.optional(text("账号/昵称/手机", { min: 0, max: 40, lookup: ["mobile"] })),
      role_id: z.optional(anyOf(id("角色", "role"))),
      team_id: z.optional(anyOf(id("团队", "team"))),
      status: z.optional(anyOf(f.status)),
      code: z.optional(int("持有权限").meta({ label: "持有权限", kind: "int", of: "permission" })),
      is_weak: z.optional(f.is_weak),
      is_locked: z.optional(f.is_locked),
      must_change: z.optional(f.must_change),
      last_login_at: z.optional(range("最近登录")),
      idle_days: z.optional(int("未登录天数", 1, 3650)),
      /** Disabled, and something is still his. */
      to_hand_over: z.optional(bool("待交接")),
      /** At work on some half of today. */
      on_duty_today: z.optional(bool("今日值班")),
    },
    row: worker,
    sorts: ["account", "nickname", "last_login_at", "updated_at"],
    exports: [
      "account",
      "nickname",
      "role_name",
      "data_scope",
      "team_name",
      "open_applicants",
      "off_today",
      "status",
      "is_weak",
      "must_change",
      "once_until",
      "is_locked",
      "totp_on",
      "last_login_at",
      "last_login_ip",
      "updated_at",
    ],
    sheet: {
      held_text: {
        type: text("在手"),
        of: ["held"],
        value: (w) => w.held.map((h) => `${h.label} ${h.count} ${h.unit}`).join("，"),
      },
      today_text: { type: text("今日"), of: ["status", "off_today"], value: todayOf },
      last_login_text: { type: text("最近登录"), of: ["last_login_at"], value: (w) => shanghai(w.last_login_at) || NEVER_SIGNED_IN },
    },
  }),
  worker_pick: read(
    "选择员工",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      /** Enabled, with at least one of them. */ codes: z.optional(z.array(int("权限")).max(10)),
    },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          nickname: text("昵称"),
          account: text("账号"),
          team_name: z.nullable(text("团队")),
          status: f.status,
          /** Enabled, and at work on some half of today. */
          on_duty: bool("今日值班"),
        }),
      ),
    }),
  ),
  team_pick: read(
    "选择团队",
    "staff",
    {},
    z.object({ list: z.array(z.object({ id: id(), name: text("团队"), parent_id: z.nullable(id()) })) }),
  ),
  oss_account_add: write(
    "新增员工",
    may.worker,
    { account: newAccount(), ...form, passwd: z.optional(passwd("初始密码", "密码不要太短")) },
    /** `waits`: the account is there, its role waits for a second person. */
    z.object({ id: id(), once_passwd: z.nullable(z.string()), waits: z.boolean() }),
    { key: true, log: "grant" },
  ),
  /** Two modes: exactly {id, account, passwd} changes the caller's own password; the rest edits another worker. */
  oss_account_update: {
    name: "",
    kind: "write",
    label: "修改账户",
    may: "staff",
    key: false,
    while_must_change: true,
    input: z.strictObject({
      id: f.id,
      account: z.optional(text("账号", { max: 64 })),
      passwd: z.optional(passwd("新密码")),
      version: z.optional(f.version),
      nickname: z.optional(f.nickname),
      mobile: z.optional(f.mobile),
      email: z.optional(f.email),
      role_id: z.optional(f.role_id),
      team_id: z.optional(f.team_id),
      reason: form.reason,
    }),
    /** `waits`: everything but the role is saved, the role waits for a second person. */
    output: done.extend({ waits: z.optional(z.boolean()) }),
  },
  worker_passwd_reset: write("重置密码", may.worker, pick(worker, "id"), z.object({ once_passwd: z.string() }), { log: "grant" }),
  worker_unlock: write("解锁", may.worker, pick(worker, "id"), done),
  worker_session_end: write("强制下线", may.worker, pick(worker, "id"), done),
  worker_totp_reset: write("重置两步验证", may.worker, pick(worker, "id"), done, { log: "grant" }),
});
