/** The acts of a settlement, on its row and on its page. An objection is made at its line. */
import { Moves } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { tradeOf } from "./settle-trades.ts";
import { settleHref, type Settlement } from "./settle-words.tsx";

const why = <Item name="reason" rows={3} />;
const INPUTS = {
  confirm: (
    <>
      <Item name="confirmed_contact" />
      <Item name="confirm_proof" />
    </>
  ),
  reopen: why,
  void: why,
};
const ONLY = ["send", "confirm", "approve", "reopen", "void"] as const;

export function SettleMoves({ settlement: s, head }: { settlement: Settlement; head?: true }) {
  const go = useGo();
  const trade = tradeOf(s);
  return (
    <Moves
      flow={trade.flow}
      row={s}
      state={s.settlement_status}
      endpoints={trade.acts}
      variant={head ? "head" : "row"}
      only={ONLY}
      // Their word is enough, on paper or not.
      initial={(move) => (move === "confirm" ? { confirm_proof: [] } : {})}
      inputs={{ ...INPUTS, approve: <Item name="pay_amount" help={`不填付清未结 ¥${money(s.remaining)}；预付余额先抵扣`} /> }}
      {...(!head && { lead: { key: "view", label: "明细", onClick: () => go(settleHref(s)) } })}
    />
  );
}
