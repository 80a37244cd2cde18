/** 余额明细: where the money of peers went; behind the tabs their accounts, the vouchers and what stands on every account of the books. */
import type { ComponentType } from "react";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { BalanceList } from "./balance-list.tsx";
import { ACCOUNTS, ADJUSTMENTS, JOURNALS, PERIODS, TRIAL } from "./balance-tabs.ts";

const SCREENS: Readonly<Record<string, ComponentType<object>>> = {
  [ACCOUNTS]: part<object>(() => import("./ledger-account-list.tsx").then((m) => m.LedgerAccountList)),
  [ADJUSTMENTS]: part<object>(() => import("../adjustment/adjust-list.tsx").then((m) => m.AdjustList)),
  [JOURNALS]: part<object>(() => import("./journal-list.tsx").then((m) => m.JournalList)),
  [TRIAL]: part<object>(() => import("./trial-balance.tsx").then((m) => m.TrialBalance)),
  [PERIODS]: part<object>(() => import("../period/period-list.tsx").then((m) => m.PeriodList)),
};

export default function BalancePage() {
  const [search] = useSearchText();
  const Screen = SCREENS[new URLSearchParams(search).get("tab") ?? ""] ?? BalanceList;
  return <Screen />;
}
