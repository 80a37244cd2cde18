/** 对公汇款审核: one screen, a list behind each tab; an address without a tab opens the first. */
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { BANK_ACCOUNTS, BANK_RECONCILE } from "./bank-tabs.ts";
import { LineList } from "./line-list.tsx";

const AccountList = part<object>(() => import("./account-list.tsx").then((m) => m.AccountList));
const Reconcile = part<object>(() => import("./reconcile.tsx").then((m) => m.Reconcile));

export default function BankList() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  if (tab === BANK_ACCOUNTS) return <AccountList />;
  return tab === BANK_RECONCILE ? <Reconcile /> : <LineList />;
}
