/** Head of the page: what waits by currency, and what each card has left today. */
import { Money } from "#kit/form/format-cells.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { useFigures } from "./payment-tabs.ts";

type Cards = Output<typeof embassyPaymentApi.embassy_payment_figures>["cards"];
export const CardsLeft = ({ cards }: { cards: Cards }) => (
  <>
    {cards.map((c) => (
      <span key={c.id} title={`今日已付 ${(c.paid_today / 100).toFixed(2)}`}>
        {c.name} 今日剩余{" "}
        <b className={c.left !== null && c.left < 0 ? "vd-num vd-error" : "vd-num"}>
          {c.left === null ? "不限" : <Money cents={c.left} />}
        </b>
      </span>
    ))}
  </>
);
export function PaymentHead({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const figures = useFigures(filter);
  if (!figures) return null;
  return (
    <>
      {figures.waiting.length > 0 && (
        <span>
          待支付{" "}
          {figures.waiting.map((w) => (
            <b key={w.currency} className="vd-num vd-gap" title={`${w.count} 单`}>
              {w.foreign_text}{" "}
            </b>
          ))}
        </span>
      )}
      <CardsLeft cards={figures.cards} />
    </>
  );
}
