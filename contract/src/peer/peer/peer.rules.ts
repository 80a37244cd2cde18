/** What is said of a peer at a look at it, and what its logins may do. */
import { yuan } from "../../kit/format.ts";
import { ACTIVITY_DAYS, SIMILAR, type AccountAct, type AccountRole, type Activity } from "./peer.words.ts";

const DAY = 86_400_000;
/** New for a month after approval, then by its last paid order. */
export function activityOf(approved_at: string, last_paid_at: string | null, at: Date): Activity {
  const since = (time: string): number => (at.getTime() - Date.parse(time)) / DAY;
  if (since(approved_at) <= ACTIVITY_DAYS.new) return "new";
  if (last_paid_at === null) return "lost";
  const days = since(last_paid_at);
  return days <= ACTIVITY_DAYS.active ? "active" : days <= ACTIVITY_DAYS.silent ? "silent" : "lost";
}

const ROLE_ACTS: Readonly<Record<AccountRole, readonly AccountAct[]>> = {
  owner: ["view", "order", "pay", "finance", "work_order", "account"],
  operator: ["view", "order", "pay", "work_order"],
  finance: ["view", "pay", "finance", "work_order"],
  viewer: ["view"],
};
export interface AccountRights {
  role: AccountRole;
  status: 0 | 1;
  can_pay: boolean;
  /** Null: none. */
  order_limit: number | null;
}
/** Why a login may not do something for an amount; null when it may. The owner pays without a mark of his own. */
export function accountFault(a: AccountRights, act: AccountAct, amount = 0): string | null {
  if (a.status === 0) return "该账号已停用";
  if (!ROLE_ACTS[a.role].includes(act)) return "该账号没有此权限";
  if (act === "pay" && a.role !== "owner" && !a.can_pay) return "该账号不能支付";
  if ((act === "pay" || act === "order") && a.order_limit !== null && amount > a.order_limit) return `超过单笔上限 ¥${yuan(a.order_limit)}`;
  return null;
}

/** How alike two company names are: shared trigrams of all, what names a form of company left out. */
export function nameLikeness(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const both = [...left].filter((t) => right.has(t)).length;
  return both / (left.size + right.size - both);
}
/** Finds the names of a list that are much like one, the likest first, without comparing it with each of them. */
export function nameIndex<T extends { readonly name: string }>(all: readonly T[]): (name: string) => { of: T; likeness: number }[] {
  const places = new Map<string, number[]>();
  const sizes = all.map(({ name }, i) => {
    const own = trigrams(name);
    for (const t of own) (places.get(t) ?? places.set(t, []).get(t) ?? []).push(i);
    return own.size;
  });
  return (name) => {
    const own = trigrams(name);
    const both = new Map<number, number>();
    for (const t of own) for (const i of places.get(t) ?? []) both.set(i, (both.get(i) ?? 0) + 1);
    return [...both]
      .flatMap(([i, n]) => {
        const [of, likeness] = [all[i], n / (own.size + (sizes[i] ?? 0) - n)];
        return of && likeness >= SIMILAR ? [{ of, likeness }] : [];
      })
      .toSorted((a, b) => b.likeness - a.likeness);
  };
}
const trigrams = (name: string): Set<string> => {
  const letters = [
    ..."  ",
    ...name
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s()·]|有限责任公司|股份有限公司|有限公司/g, ""),
    " ",
  ];
  return letters.length === 3 ? new Set() : new Set(letters.slice(0, -2).map((_, i) => letters.slice(i, i + 3).join("")));
};
