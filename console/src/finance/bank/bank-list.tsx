/** 对公汇款审核: one screen, a list behind each tab; an address without a tab opens the first. */
import { AccountList } from "./account-list.tsx";

export default function BankList() {
  return <AccountList />;
}
