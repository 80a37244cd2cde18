import { done, api, read, write } from "../kit/endpoint.ts";
import { bool, choice, id, int, passwd, status, text, time, z } from "../kit/field.ts";

export const DATA_SCOPES = { all: "全部", team: "本团队", own: "本人" } as const;
export const END_REASONS = {
  logout: "退出",
  idle: "闲置",
  max: "超时长",
  passwd: "改密",
  reset: "重置",
  disabled: "停用",
  role: "换角色",
  admin: "强制下线",
  crowd: "超出10个",
} as const;

/** Why the next call of an ended session is refused; where nothing stands here the requirement's own sentence appears. */
export const ENDED_TEXTS: Readonly<Record<string, string>> = {
  passwd: "密码已在别处修改，请用新密码登录",
  reset: "管理员重置了您的密码或两步验证，请重新登录",
  disabled: "您的账号已停用，如有疑问请联系管理员",
  role: "您的角色已更换，请重新登录",
  admin: "此次登录已被下线，请重新登录",
  crowd: "同时登录的设备超过10个，最早的一个已退出，请重新登录",
} satisfies Partial<Record<keyof typeof END_REASONS, string>>;

/** The signed-in worker's account as the console keeps it. */
export const account = z.object({
  id: id("编号"),
  account: text("账号"),
  nickname: text("昵称", { min: 0 }),
  role: z.nullable(z.object({ id: id("角色"), name: text("角色名称"), module_group: z.array(z.int()) })),
  data_scope: z.nullable(choice("数据范围", DATA_SCOPES)),
  team: z.nullable(z.object({ id: id("团队"), name: text("团队") })),
  role_version: int("角色版本"),
  must_change: bool("须修改密码"),
  is_weak: bool("弱密码"),
  totp_on: bool("两步验证"),
  /** The policy asks for it and it is not set up: nothing else answers until it is. */
  must_totp: z.optional(bool("须开启两步验证")),
  login_at: z.nullable(time("登录时间")),
  /** One's own: after it a change of password asks for the present one first. */
  proved_until: z.optional(time("免输当前密码至")),
  // Filled for holders of 101001 who look at somebody else.
  mobile: z.nullable(text("工作手机", { min: 0 })),
  email: z.nullable(text("邮箱", { min: 0 })),
  status: status(),
  version: int("版本"),
});

export const session = z.object({
  id: id("会话"),
  ip: text("IP"),
  agent: text("设备", { min: 0, max: 500 }),
  created_at: time("登录时间"),
  last_seen_at: time("最近活动"),
  is_current: bool("当前会话"),
});

const login = z.strictObject({
  account: text("账号", { max: 64 }),
  passwd: passwd(),
  code: z.optional(text("验证码", { max: 16 })),
});

export const accountApi = api({
  "open/oss_login": {
    name: "",
    kind: "write",
    label: "登录",
    may: "open",
    input: login,
    key: false,
    log: "login",
    output: z.object({ token: z.string(), id: id(), account: text("账号") }),
  },
  oss_account_query: read("账户信息", "staff", { id: id() }, account, { while_locked: true, while_must_change: true }),
  session_logout: write("退出登录", "staff", {}, done, { log: "logout", while_locked: true, while_must_change: true }),
  session_query: read("登录设备", "staff", {}, z.object({ list: z.array(session) })),
  session_end: write("下线", "staff", { id: id("会话") }, done),
  session_lock: write("锁屏", "staff", {}, done),
  /** Also gives the password again where a change of it asks for that. */
  session_unlock: write("解锁", "staff", { passwd: passwd() }, done, { while_locked: true, while_must_change: true }),
  totp_start: write("开启两步验证", "staff", {}, z.object({ secret: z.string(), uri: z.string() }), { while_must_totp: true }),
  totp_confirm: write("确认两步验证", "staff", { code: text("验证码", { max: 8 }) }, z.object({ recovery_codes: z.array(z.string()) }), {
    while_must_totp: true,
  }),
  totp_stop: write("关闭两步验证", "staff", { code: text("验证码", { max: 16 }) }, done),
  sys_config_get: read(
    "系统参数",
    "staff",
    {},
    z.object({
      addr_download_url: z.string(),
      addr_hosts: z.array(z.string()),
      platform_name: z.string(),
      company_name: z.string(),
      registration_notice: z.string(),
      password_policy: z.enum(["default", "strict"]),
      totp_policy: z.enum(["off", "optional", "weak_only", "all"]),
      auto_lock_minutes: z.int(),
      server_time: time("服务器时间"),
      /** The demo business while it is still being made; nothing else is changed meanwhile. */
      first_load: z.nullable(z.object({ done: z.int(), count: z.int() })),
    }),
    { while_locked: true, while_must_change: true },
  ),
});

/** How far the demo business is: 4,000 / 20,000. */
export const loadWords = (load: { done: number; count: number }): string =>
  `${load.done.toLocaleString("en-US")} / ${load.count.toLocaleString("en-US")}`;
