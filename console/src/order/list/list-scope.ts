/** The scope switch of an order list, as far as the reader's own data scope reaches. */
import type { ScopeSwitch } from "#kit/list/list-types.ts";
import { useAccount } from "#kit/app/session.ts";
import { SCOPES } from "@visadesk/contract/order/words.ts";
import { useMemo } from "react";

const REACH = { own: ["mine"], team: ["mine", "team"], all: ["mine", "team", "all"] } as const;

/** `of` is the account's data scope; unknown or wider ones see everything. */
export function scopeSwitchOf(of: string | null | undefined): ScopeSwitch | undefined {
  const keys: readonly (keyof typeof SCOPES)[] = of === "own" || of === "team" ? REACH[of] : REACH.all;
  return keys.length > 1 ? { name: "scope", options: keys.map((value) => ({ value, label: SCOPES[value] })) } : undefined;
}

export function useScopeSwitch(): ScopeSwitch | undefined {
  const scope = useAccount()?.data_scope;
  return useMemo(() => scopeSwitchOf(scope), [scope]);
}
