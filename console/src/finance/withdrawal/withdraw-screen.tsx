/** 提现管理: withdrawals by stage, and behind the last tab the cashier's desk for whatever leaves, for who registers payments. */
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { PAYOUT_TAB } from "./withdraw-tabs.ts";
import { WithdrawalList } from "./withdrawal-list.tsx";

const PayoutList = part<object>(() => import("../payout/payout-list.tsx").then((m) => m.PayoutList));

export default function WithdrawScreen() {
  const [search] = useSearchText();
  const mayPay = useCan(may.payout_register);
  return mayPay && new URLSearchParams(search).get("tab") === PAYOUT_TAB ? <PayoutList /> : <WithdrawalList />;
}
