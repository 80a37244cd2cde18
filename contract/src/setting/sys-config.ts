import { api, optional, read, write } from "../kit/endpoint.ts";
import { choice, clock, int, text, time, version, z } from "../kit/field.ts";
import { numberFault } from "../kit/field-number.ts";
import { may } from "../permissions.ts";

export const PASSWORD_POLICIES = { default: "至少3个字符", strict: "严格：至少15个字符，不接受常见密码" } as const;
export const TOTP_POLICIES = { off: "不使用", optional: "自愿开启", weak_only: "弱密码必须开启", all: "全员必须开启" } as const;

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const host = (label: string) =>
  text(label, { max: 100, check: (v) => (HOST.test(v) ? null : `${label}只填小写主机名，如 cdn.example.com`) });
const hosts = (label: string) =>
  z
    .array(host(label))
    .max(20, { error: `${label}最多20个` })
    .meta({ label, kind: "list", max: 20 });

const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
/** A host and perhaps a port that exists; nothing behind it, nobody before it. */
const SITE = new RegExp(
  `^https://${LABEL}(?:\\.${LABEL})*(?::(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))?$`,
);

const ordered = (windows: readonly (readonly [string, string])[]): boolean => {
  const times = windows.flat();
  return times.every((t, i) => i === 0 || (times[i - 1] ?? "") < t);
};

/** Every parameter once: label, kind and range. Rules that answer with a refusal of their own stay with the server. */
export const sysConfig = z.object({
  platform_name: text("平台名称", { max: 30 }),
  company_name: text("公司名称", { min: 0, max: 60 }),
  registration_notice: text("备案信息", { min: 0, max: 100 }),
  addr_download_url: text("地址库下载链接", { max: 300, hint: "本站的路径，或地址库主机上的 https 链接；保存前会下载并检查格式" }),
  addr_hosts: hosts("地址库主机"),
  password_policy: choice("密码规则", PASSWORD_POLICIES),
  totp_policy: choice("两步验证", TOTP_POLICIES),
  session_idle_hours: int("闲置退出(小时)", 1, 24),
  session_max_days: int("最长登录(天)", 1, 30),
  auto_lock_minutes: z
    .int({ error: numberFault("自动锁屏(分钟)", "须为整数") })
    .refine((n) => n === 0 || (n >= 5 && n <= 120), { error: "自动锁屏(分钟)为0（不锁）或5至120" })
    .meta({ label: "自动锁屏(分钟)", kind: "int", hint: "0 为不自动锁屏" }),
  work_hours: z
    .array(z.tuple([clock("开始时间"), clock("结束时间")]), { error: "请填写工作时间" })
    .min(1, { error: "请至少填写一段工作时间" })
    .max(3, { error: "工作时间最多3段" })
    .refine(ordered, { error: "工作时间须由早到晚，且不能重叠" })
    .meta({ label: "工作时间", kind: "list" }),
  reveal_per_hour: int("每小时查看明文上限(次)", 1, 1_000),
  reveal_alert_per_day: int("每天查看明文告警(次)", 1, 10_000),
  log_keep_days: int("日志保留天数", 1, 36_500),
  erase_after_months: int("个人信息保留(月)", 6, 120),
  callback_hosts: hosts("允许回调的内网主机"),
  plan_review_work_days: int("资料齐到预审通过(工作日)", 0, 30),
  plan_originals_days: int("客户寄原件(天)", 0, 30),
  plan_submit_work_days: int("原件到达到送签(工作日)", 0, 30),
  plan_return_days: int("出签后寄回(天)", 0, 30),
  plan_in_hand_days: int("出行前拿到护照(天)", 0, 30),
  parcel_cut_off: clock("寄供应商当日截止"),
  peer_site_url: text("同行站地址", {
    min: 0,
    max: 200,
    check: (v) => (v === "" || SITE.test(v) ? null : "同行站地址如 https://peer.example.com，末尾不带 /"),
    hint: "登录链接由它开头；未设置时不能给出链接",
  }),
  credit_overdue_days: int("逾期停授信(天)", 0, 90),
  order_overdue_days: int("逾期停下单(天)", 0, 365),
  licence_stop_days: int("证照过期停下单(天)", 0, 365),
});
export type SysConfigKey = keyof typeof sysConfig.shape;

export const CONFIG_GROUPS = {
  basic: { label: "基本", keys: ["platform_name", "company_name", "registration_notice"] },
  login: {
    label: "登录与安全",
    keys: [
      "password_policy",
      "totp_policy",
      "session_idle_hours",
      "session_max_days",
      "auto_lock_minutes",
      "reveal_per_hour",
      "reveal_alert_per_day",
    ],
  },
  hours: { label: "工作时间", keys: ["work_hours"] },
  plan: {
    label: "倒推日历",
    keys: ["plan_review_work_days", "plan_originals_days", "plan_submit_work_days", "plan_return_days", "plan_in_hand_days"],
  },
  parcel: { label: "供应商物流", keys: ["parcel_cut_off"] },
  peer: { label: "同行管控", keys: ["credit_overdue_days", "order_overdue_days", "licence_stop_days"] },
  retention: { label: "日志与数据留存", keys: ["log_keep_days", "erase_after_months"] },
  outside: { label: "接口", keys: ["addr_download_url", "addr_hosts", "callback_hosts", "peer_site_url"] },
} as const satisfies Record<string, { label: string; keys: readonly SysConfigKey[] }>;

/** As it stands: without an address library nobody has typed its link. */
const values = z.object({ ...sysConfig.shape, addr_download_url: text("地址库下载链接", { min: 0, max: 300 }) });
export const sysConfigApi = api({
  sys_config_query: read(
    "系统参数",
    may.sys_config,
    {},
    z.object({
      values,
      version: version(),
      updated: z.array(z.object({ key: text("参数"), worker_name: z.nullable(text("修改人")), updated_at: time("修改时间") })),
    }),
  ),
  sys_config_update: write(
    "修改系统参数",
    may.sys_config,
    { version: version(), ...optional(sysConfig.shape) },
    z.object({ version: version() }),
    {
      log: "config",
    },
  ),
  work_hours_preview: read(
    "工作时间试算",
    may.sys_config,
    { work_hours: sysConfig.shape.work_hours },
    z.object({ open: int("在办申请人"), moved: int("变化的截止时间") }),
  ),
});
