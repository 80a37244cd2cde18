/** The ladder of wrong passwords, the network limit and cookie names: pure decisions. */
import { narrow } from "@visadesk/contract/kit/patterns.ts";

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** From this many fails on, each further one closes the ladder for so long; null: until somebody unlocks it. */
export const LADDER = [
  { from: 100, minutes: null },
  { from: 10, minutes: 15 },
  { from: 5, minutes: 1 },
] as const;
export const LOCK_AT = LADDER[0].from;

/** Minutes the ladder closes after the nth fail; 0 = stays open, null = locked. */
export const closedFor = (fails: number): number | null => {
  const step = LADDER.find((s) => fails >= s.from);
  return step ? step.minutes : 0;
};

/** One account per written form: NFKC, lower case, no blanks around. */
export const accountName = (typed: string): string => narrow(typed.normalize("NFKC")).toLowerCase();

/** Network of an address: /24 for IPv4, /64 for IPv6. */
export function netOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip);
  if (v4) return `${v4[1]}.0/24`;
  const address = ip.split("%")[0] ?? "";
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":")}::/64`;
}

export const NET_FAILS = 50;
export const NET_WINDOW_MS = 10 * MINUTE;
export const NET_CLOSED_MS = 15 * MINUTE;
export const DEVICE_KNOWN_MS = 30 * DAY;
export const DEVICE_COOKIE_MS = 180 * DAY;
export const SESSIONS_MAX = 10;
export const RELOGIN_MS = 12 * 60 * MINUTE;
/** So long the password given counts as that of whoever sits here; then it is asked for again before it is changed. */
export const PROVED_MS = 30 * MINUTE;
export const ONCE_MS = 24 * 60 * MINUTE;

/** The sentence of a closed ladder. */
export const tooManyTries = (minutes: number): string => `尝试次数过多，请${minutes}分钟后再试`;
export const LOCKED_TEXT = "尝试次数过多，账号已锁定，请联系管理员解锁";

/** Must this worker set up the second step before he may do anything else? */
export const needsSecondStep = (w: { is_weak: boolean; totp_on: boolean; totp_policy: string | null }): boolean =>
  !w.totp_on && (w.totp_policy === "all" || (w.totp_policy === "weak_only" && w.is_weak));
