/** 系统参数: one row per changed key, the rest are these defaults. */
import { readAddressLibrary } from "@visadesk/contract/kit/address.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { BLOCK_LIMITS } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { sysConfig, sysConfigApi } from "@visadesk/contract/setting/sys-config.ts";
import type { Ctx, SysConfig } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { OutgoingError, type OutgoingOptions } from "#kit/http/outgoing.ts";
import { badInput, conflict, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, staged } from "#kit/call/serve.ts";
import { forgetSessions } from "../../account/index.ts";
import { addressPlace, configChanges, KEYS, LOG_KEEP_MIN } from "./sys-config.rules.ts";
import { lockConfig, readConfigValue, storedConfigs, writeConfigValue } from "./sys-config.sql.ts";

const DEFAULTS: SysConfig = {
  addr_download_url: "",
  addr_hosts: [],
  platform_name: "签证业务管理平台",
  company_name: "",
  registration_notice: "",
  password_policy: "default",
  totp_policy: "optional",
  session_idle_hours: 12,
  session_max_days: 7,
  auto_lock_minutes: 0,
  work_hours: [
    ["09:00", "12:00"],
    ["13:00", "18:00"],
  ],
  reveal_per_hour: 60,
  reveal_alert_per_day: 200,
  log_keep_days: 1095,
  erase_after_months: 24,
  callback_hosts: [],
  plan_review_work_days: 1,
  plan_originals_days: 2,
  plan_submit_work_days: 2,
  plan_return_days: 2,
  plan_in_hand_days: 3,
  parcel_cut_off: "15:30",
  credit_overdue_days: BLOCK_LIMITS.credit_overdue,
  order_overdue_days: BLOCK_LIMITS.order_overdue,
  licence_stop_days: BLOCK_LIMITS.licence_expired,
  peer_site_url: "",
};

/** Defaults that are only known at start: the address library's own link. */
const atStart: Partial<SysConfig> = {};
export const setDefault = <K extends keyof SysConfig>(key: K, value: SysConfig[K]): void => void (atStart[key] = value);

/** Value of a key: the stored one, else the default. */
export async function config<K extends keyof SysConfig>(db: Db, key: K): Promise<SysConfig[K]> {
  const stored = await readConfigValue<SysConfig[K]>(db, key);
  return stored ?? atStart[key] ?? DEFAULTS[key];
}

type Update = Parsed<(typeof sysConfigApi)["sys_config_update"]>;
interface Present {
  values: SysConfig;
  version: number;
  updated: { key: string; worker_name: string | null; updated_at: string }[];
}

/** A stored value that its field no longer takes counts as not stored. */
const storedShape = sysConfig.partial();

/** All values as they are now, and the version of the whole. */
async function present(db: Db): Promise<Present> {
  const stored = await storedConfigs(db);
  const own: Partial<SysConfig> = {};
  for (const { key, value } of stored) {
    const parsed = storedShape.safeParse({ [key]: value });
    if (parsed.success) Object.assign(own, parsed.data);
  }
  return {
    values: { ...DEFAULTS, ...atStart, ...own },
    version: stored.reduce((sum, s) => sum + s.version, 0),
    updated: stored.map(({ key, worker_name, updated_at }) => ({ key, worker_name, updated_at })),
  };
}

/** What parameters ask of the rooms around: the world outside, and the orders whose due times follow the hours. */
export interface SysConfigDoors {
  fetchText(url: URL, options: OutgoingOptions): Promise<string>;
  /** Open applicants, and how many due times other working hours would move. */
  hoursImpact(ctx: Ctx, work_hours: SysConfig["work_hours"]): Promise<{ open: number; moved: number }>;
  /** Moves them, in the background. */
  hoursChanged(ctx: Ctx, before: SysConfig["work_hours"]): Promise<void>;
}

const LIBRARY_LIMITS = { maxBytes: 5 * 1_048_576, timeoutMs: 10_000 };
const BAD_LIBRARY = "地址库格式不正确";

async function textAt(doors: SysConfigDoors, ctx: Ctx, link: string, next: SysConfig): Promise<string> {
  const place = addressPlace(link, next.addr_hosts, ctx.headers["host"]);
  if (!place) throw badInput({ path: "addr_download_url", message: "链接须为本站路径，或地址库主机上的 https 链接" });
  if ("url" in place) return doors.fetchText(place.url, { ...LIBRARY_LIMITS, privateHosts: next.callback_hosts });
  const key = /^\/storage\/(public\/.+)$/.exec(place.path)?.[1];
  const file = key ? await ctx.files.get(key) : null;
  if (!file) throw badInput({ path: "addr_download_url", message: "本站没有这个文件，请检查链接" });
  const parts: Buffer[] = [];
  for await (const part of file.stream) parts.push(typeof part === "string" ? Buffer.from(part) : part);
  return Buffer.concat(parts).toString("utf8");
}

/** The library is fetched and looked at before its link is saved. */
async function checkLibrary(doors: SysConfigDoors, ctx: Ctx, link: string, next: SysConfig): Promise<void> {
  const refused = (message: string): never => {
    throw badInput({ path: "addr_download_url", message });
  };
  const text = await textAt(doors, ctx, link, next).catch((e: unknown) => {
    if (e instanceof OutgoingError) return refused(e.message);
    throw e;
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refused(BAD_LIBRARY);
  }
  const library = readAddressLibrary(value);
  if (!library || Object.keys(library["86"] ?? {}).length === 0) refused(BAD_LIBRARY);
}

const givenOf = ({ version: _version, ...given }: Update): Partial<SysConfig> =>
  Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined));

async function prepare(doors: SysConfigDoors, input: Update, ctx: Ctx): Promise<void> {
  const { values } = await present(ctx.db);
  const next = { ...values, ...givenOf(input) };
  const moved = next.addr_download_url !== values.addr_download_url;
  const hostsCut = values.addr_hosts.some((h) => !next.addr_hosts.includes(h));
  if (moved || (hostsCut && next.addr_download_url.startsWith("https:"))) await checkLibrary(doors, ctx, next.addr_download_url, next);
}

async function update(doors: SysConfigDoors, input: Update, ctx: Ctx): Promise<{ version: number }> {
  await lockConfig(ctx.db);
  const now = await present(ctx.db);
  // One version over all keys, compared under the lock of all.
  if (now.version !== input.version) throw conflict(TEXTS.conflict, { ...now.values, version: now.version });
  const given = givenOf(input);
  refuseUnless((given.log_keep_days ?? LOG_KEEP_MIN) >= LOG_KEEP_MIN, "guard_failed", `日志至少保留${LOG_KEEP_MIN}天`);
  const changes = configChanges(now.values, given);
  if (changes.length === 0) refuse("guard_failed", "没有修改任何参数");
  for (const key of KEYS)
    if (changes.some((c) => c.field === key)) await writeConfigValue(ctx.db, key, given[key], ctx.me.worker_id, ctx.now);
  if (changes.some((c) => c.field === "work_hours")) await doors.hoursChanged(ctx, now.values.work_hours);
  ctx.note({ noun: "sys_config", noun_no: "系统参数", changes });
  ctx.afterCommit(forgetSessions);
  return { version: now.version + changes.length };
}

export const sysConfigServer = (doors: SysConfigDoors) =>
  serve(sysConfigApi, {
    sys_config_query: (_input, ctx) => present(ctx.db),
    sys_config_update: staged(
      (input, ctx) => prepare(doors, input, ctx),
      (input, ctx) => update(doors, input, ctx),
    ),
    work_hours_preview: ({ work_hours }, ctx) => doors.hoursImpact(ctx, work_hours),
  });

/** One value that another area's form sets as well; that form tells its own log. */
export async function setConfig<K extends keyof SysConfig>(ctx: Ctx, key: K, value: SysConfig[K]): Promise<void> {
  await lockConfig(ctx.db);
  if ((await present(ctx.db)).values[key] !== value) await writeConfigValue(ctx.db, key, value, ctx.me.worker_id, ctx.now);
}
