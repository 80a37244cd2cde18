/** 对公汇款审核: one screen, a list behind each tab; an address without a tab opens the remittances. */
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { RemittanceList } from "../remittance/remittance-list.tsx";
import { BANK_ACCOUNTS, BANK_LINES, BANK_RECONCILE } from "./bank-tabs.ts";

const LineList = part<object>(() => import("./line-list.tsx").then((m) => m.LineList));
const AccountList = part<object>(() => import("./account-list.tsx").then((m) => m.AccountList));
const Reconcile = part<object>(() => import("./reconcile.tsx").then((m) => m.Reconcile));

export default function BankList() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  if (tab === BANK_LINES) return <LineList />;
  if (tab === BANK_ACCOUNTS) return <AccountList />;
  return tab === BANK_RECONCILE ? <Reconcile /> : <RemittanceList />;
}
