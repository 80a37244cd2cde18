/** 系统参数: one row per changed key, the rest are these defaults. */
import type { SysConfig } from "#kit/context.ts";
import type { Db } from "#kit/db.ts";
import { readConfigValue } from "./setting.sql.ts";

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
};

/** Defaults that are only known at start: the address library's own link. */
const atStart: Partial<SysConfig> = {};
export const setDefault = <K extends keyof SysConfig>(key: K, value: SysConfig[K]): void => void (atStart[key] = value);

/** Value of a key: the stored one, else the default. */
export async function config<K extends keyof SysConfig>(db: Db, key: K): Promise<SysConfig[K]> {
  const stored = await readConfigValue<SysConfig[K]>(db, key);
  return stored ?? atStart[key] ?? DEFAULTS[key];
}
