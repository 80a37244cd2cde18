/** Decisions about parameters that need no database. */
import { PASSWORD_POLICIES, sysConfig, TOTP_POLICIES } from "@visadesk/contract/setting/sys-config.ts";
import { keysOf, labelOf } from "@visadesk/contract/kit/field.ts";
import type { FieldChange, SysConfig } from "#kit/call/context.ts";

export const KEYS = keysOf(sysConfig.shape);
/** The law on network logs asks for half a year at least. */
export const LOG_KEEP_MIN = 180;

const WORDS: Readonly<Record<string, string>> = { ...PASSWORD_POLICIES, ...TOTP_POLICIES };
const shown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((v) => (Array.isArray(v) ? v.join("-") : String(v))).join("、");
  return typeof value === "string" ? (WORDS[value] ?? value) : value;
};

/** Keys whose value differs, as the log keeps them. */
export function configChanges(before: SysConfig, after: Partial<SysConfig>): FieldChange[] {
  return KEYS.filter((k) => after[k] !== undefined && JSON.stringify(after[k]) !== JSON.stringify(before[k])).map((k) => ({
    field: k,
    label: labelOf(sysConfig, k),
    before: shown(before[k]),
    after: shown(after[k]),
  }));
}

/** Where the address library lies: a path of ours, a listed host, or nowhere we read from. */
export function addressPlace(link: string, hosts: readonly string[], ownHost: string | undefined): { path: string } | { url: URL } | null {
  const url = URL.canParse(link, "https://own.invalid") ? new URL(link, "https://own.invalid") : null;
  if (!url || url.username || url.password) return null;
  if (link.startsWith("/") && url.host === "own.invalid") return { path: url.pathname };
  if (ownHost !== undefined && url.host === ownHost && /^https?:$/.test(url.protocol)) return { path: url.pathname };
  return url.protocol === "https:" && hosts.includes(url.host) ? { url } : null;
}
