/**
 * Configuration from environment variables. Anything unknown or malformed stops the start with one line that
 * names the variable and what it takes; secrets are never repeated in it.
 *
 *   const config = readConfig(process.env);   // throws ConfigError
 */
import { isIP } from "node:net";
import path from "node:path";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET } from "@visadesk/contract/kit/constants.ts";
import { StartRefused } from "./http/start-refused.ts";

export type Env = Readonly<Record<string, string | undefined>>;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}
export interface ChatModelConfig {
  readonly url: string;
  readonly key: string;
  readonly name: string;
}
export interface Config {
  readonly host: string;
  readonly port: number;
  /** null: the embedded database in `dataDir`/pg. */
  readonly databaseUrl: string | null;
  /** The PostgreSQL driver as it comes, should ours be in doubt (kit/db/driver.ts). */
  readonly plainDriver: boolean;
  readonly dataDir: string;
  /** null: the keys that seal numbers and private files lie in `dataDir`. */
  readonly sealKey: string | null;
  /** null: files lie under `dataDir`/files. */
  readonly s3: S3Config | null;
  readonly accessKey: string;
  readonly accessSecret: string;
  readonly demo: boolean;
  readonly adminAccount: string;
  /** null: generated at the first start and printed once. */
  readonly adminPassword: string | null;
  readonly chatModel: ChatModelConfig | null;
  readonly logLevel: LogLevel;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** /metrics answers everybody instead of loopback only. */
  readonly metricsOpen: boolean;
}

/** Names the variable. */
export class ConfigError extends StartRefused {
  readonly variable: string;
  constructor(variable: string, problem: string) {
    super(`${variable}：${problem}`);
    this.variable = variable;
  }
}

const NAMES = [
  "HOST",
  "PORT",
  "DATABASE_URL",
  "DB_PLAIN",
  "DATA_DIR",
  "SEAL_KEY",
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY",
  "S3_SECRET_KEY",
  "S3_REGION",
  "ACCESS_KEY",
  "ACCESS_SECRET",
  "DEMO",
  "ADMIN_ACCOUNT",
  "ADMIN_PASSWORD",
  "CHAT_MODEL_URL",
  "CHAT_MODEL_KEY",
  "CHAT_MODEL_NAME",
  "LOG_LEVEL",
  "TRUSTED_PROXIES",
  "METRICS_OPEN",
] as const;
type Name = (typeof NAMES)[number];

/** Groups whose names are ours alone: an unknown name in them is a misspelling. */
const OWN_PREFIX = /^(S3_|CHAT_|ADMIN_)/;

/** Reads and checks every variable; an empty one counts as not set. */
export function readConfig(env: Env): Config {
  refuseUnknown(env);
  const get = (name: Name): string | null => env[name]?.trim() || null;
  return {
    host: hostOf(get("HOST") ?? "127.0.0.1"),
    port: portOf(get("PORT") ?? "8080"),
    databaseUrl: databaseUrlOf(get("DATABASE_URL")),
    plainDriver: flagOf("DB_PLAIN", get("DB_PLAIN")),
    dataDir: path.resolve(get("DATA_DIR") ?? "./data"),
    sealKey: get("SEAL_KEY"),
    s3: s3Of(get),
    ...signingPair(get),
    demo: flagOf("DEMO", get("DEMO")),
    adminAccount: accountOf(get("ADMIN_ACCOUNT") ?? "admin"),
    adminPassword: passwordOf(env["ADMIN_PASSWORD"] || null),
    chatModel: chatModelOf(get),
    logLevel: levelOf(get("LOG_LEVEL") ?? "info"),
    trustedProxies: proxiesOf(get("TRUSTED_PROXIES")),
    metricsOpen: flagOf("METRICS_OPEN", get("METRICS_OPEN")),
  };
}

type Get = (name: Name) => string | null;

function refuseUnknown(env: Env): void {
  for (const name of Object.keys(env)) {
    if (!OWN_PREFIX.test(name) || (NAMES as readonly string[]).includes(name)) continue;
    const known = NAMES.filter((n) => n.startsWith(OWN_PREFIX.exec(name)?.[0] ?? name));
    throw new ConfigError(name, `没有这个配置项，同组的是 ${known.join("、")}`);
  }
}

/** All of the group, or none: a half-configured group is refused, naming the first one missing. */
function group<const N extends Name>(get: Get, names: readonly N[]): Record<N, string> | null {
  const missing = names.find((n) => get(n) === null);
  const given = names.find((n) => get(n) !== null);
  if (given && missing) throw new ConfigError(missing, `已设置 ${given}，还需设置 ${missing}`);
  return given ? (Object.fromEntries(names.map((n) => [n, get(n)])) as Record<N, string>) : null;
}

function s3Of(get: Get): S3Config | null {
  const g = group(get, ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"]);
  const region = get("S3_REGION");
  if (!g) {
    if (region) throw new ConfigError("S3_ENDPOINT", "已设置 S3_REGION，还需设置 S3_ENDPOINT");
    return null;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(g.S3_BUCKET))
    throw new ConfigError("S3_BUCKET", "应为 3 至 63 位小写字母、数字、点或连字符");
  return {
    endpoint: httpUrl("S3_ENDPOINT", g.S3_ENDPOINT),
    bucket: g.S3_BUCKET,
    accessKey: g.S3_ACCESS_KEY,
    secretKey: g.S3_SECRET_KEY,
    region: region ?? "us-east-1",
  };
}

function chatModelOf(get: Get): ChatModelConfig | null {
  const g = group(get, ["CHAT_MODEL_URL", "CHAT_MODEL_KEY", "CHAT_MODEL_NAME"]);
  return g && { url: httpUrl("CHAT_MODEL_URL", g.CHAT_MODEL_URL), key: g.CHAT_MODEL_KEY, name: g.CHAT_MODEL_NAME };
}

function signingPair(get: Get): { accessKey: string; accessSecret: string } {
  const g = group(get, ["ACCESS_KEY", "ACCESS_SECRET"]);
  if (!g) return { accessKey: DEV_ACCESS_KEY, accessSecret: DEV_ACCESS_SECRET };
  if (!/^[\w.-]{1,64}$/.test(g.ACCESS_KEY)) throw new ConfigError("ACCESS_KEY", "应为 1 至 64 位字母、数字、点、连字符或下划线");
  if (g.ACCESS_SECRET.length < 16) throw new ConfigError("ACCESS_SECRET", "应至少 16 位");
  return { accessKey: g.ACCESS_KEY, accessSecret: g.ACCESS_SECRET };
}

function hostOf(value: string): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value;
  throw new ConfigError("HOST", `应为 IP 地址或主机名，现为“${value}”`);
}

function portOf(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new ConfigError("PORT", `应为 0 至 65535 的整数，现为“${value}”`);
}

function databaseUrlOf(value: string | null): string | null {
  if (value === null) return null;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new ConfigError("DATABASE_URL", "应为 postgres:// 开头的连接地址");
}

function httpUrl(name: Name, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new ConfigError(name, "应为 http:// 或 https:// 开头的地址");
  return value.replace(/\/+$/, "");
}

function flagOf(name: Name, value: string | null): boolean {
  if (value === null || value === "0") return false;
  if (value === "1") return true;
  throw new ConfigError(name, `应为 0 或 1，现为“${value}”`);
}

function accountOf(value: string): string {
  if (/^\w{3,20}$/.test(value)) return value;
  throw new ConfigError("ADMIN_ACCOUNT", "应为 3 至 20 位字母、数字或下划线");
}

function passwordOf(value: string | null): string | null {
  if (value === null || value.length >= 8) return value;
  throw new ConfigError("ADMIN_PASSWORD", "应至少 8 位");
}

function levelOf(value: string): LogLevel {
  const level = LOG_LEVELS.find((l) => l === value);
  if (level) return level;
  throw new ConfigError("LOG_LEVEL", `应为 ${LOG_LEVELS.join("、")} 之一，现为“${value}”`);
}

function proxiesOf(value: string | null): readonly string[] {
  const list = (value ?? "")
    .split(",")
    .map((s) => s.trim())
    .filter(Boolean);
  for (const entry of list) {
    const [address = "", bits, ...rest] = entry.split("/");
    const version = isIP(address);
    const bitsOk = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
    if (!version || !bitsOk || rest.length > 0) throw new ConfigError("TRUSTED_PROXIES", `应为逗号分隔的 IP 地址或网段，“${entry}”不是`);
  }
  return list;
}
