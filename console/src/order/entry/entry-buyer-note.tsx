/** The chosen peer before anything else is typed: what stops it, else its level and what it can pay with. */
import { money } from "@visadesk/contract/kit/format.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";

type Buyer = Output<typeof orderApi.order_buyer_get>;

function factsOf({ level_id, level_name, group_name, account, free_urgent_left }: Buyer): string[] {
  return [
    level_name === level_id ? level_id : `${level_id} ${level_name}`,
    ...(group_name ? [group_name] : []),
    ...(account
      ? [
          `本金 ${money(account.principal)}`,
          ...(account.gift > 0 ? [`赠送金 ${money(account.gift)}`] : []),
          ...(account.blocked ? [account.blocked] : account.credit_available === 0 ? [] : [`可用授信 ${money(account.credit_available)}`]),
        ]
      : []),
    ...(free_urgent_left > 0 ? [`本月剩余免费加急 ${free_urgent_left} 次`] : []),
  ];
}

export function BuyerNote({ id }: { id: number }) {
  const answer = useRecord(orderApi.order_buyer_get, { peer_id: id });
  return (
    <div className="vd-whole-row vd-after-16">
      <Reads answer={answer} slim rows={1}>
        {(buyer) =>
          buyer.stop === null ? (
            <output className="vd-note is-plain" aria-label="同行情况">
              {factsOf(buyer).join(" · ")}
            </output>
          ) : (
            <div role="alert" className="vd-note vd-tone-red vd-toned">
              {buyer.stop}
            </div>
          )
        }
      </Reads>
    </div>
  );
}
