/** Columns of fees paid to missions. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { Copyable, Money, TimeText } from "#kit/form/format-cells.tsx";
import { openedHref } from "#kit/filter/use-opened.ts";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import { ATTEMPT_REASONS, EMBASSY_ITEMS, VARIANCE_WAYS } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useCan } from "#kit/app/session.ts";
import { to } from "#kit/screens.ts";

export type Payment = Output<typeof embassyPaymentApi.embassy_payment_get>;

/** The order's page is for who sees orders. */
export function OrderNo({ of }: { of: { order_id: number; order_no: string; applicant_no: string } }) {
  const sees = useCan({ any: [may.order_view, may.order_process] });
  return (
    <Copyable text={of.order_no}>
      {sees ? <HrefLink href={to("order-detail", { orderId: of.order_id })}>{of.order_no}</HrefLink> : of.order_no}
    </Copyable>
  );
}
const dash = <span className="vd-blank">—</span>;

/** What is still to be decided stands in red. */
function Variance({ of: e }: { of: Payment }) {
  if (e.variance === null) return dash;
  const under = e.variance_way ? VARIANCE_WAYS[e.variance_way] : e.is_undecided ? <StateTag tone="red">待定</StateTag> : "";
  return (
    <TwoLines end under={under}>
      <Money cents={e.variance} />
    </TwoLines>
  );
}

export const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  { ...link<Payment>("payment_no", (e) => openedHref("payment", e.id)), width: 140 },
  {
    name: "embassy_payment_status",
    width: 108,
    render: (e) => flowTag(embassyPaymentFlow, e.embassy_payment_status),
  },
  { name: "order_no", width: 144, render: (e) => <OrderNo of={e} /> },
  {
    name: "name_cn",
    width: 96,
    exports: ["name_cn", "applicant_no"],
    render: (e) => <TwoLines under={e.applicant_no.split("-").at(-1)}>{e.name_cn ?? "未填写"}</TwoLines>,
  },
  {
    name: "embassy_name",
    width: 148,
    exports: ["country_name", "embassy_name"],
    render: (e) => <TwoLines under={e.country_name}>{e.embassy_name}</TwoLines>,
  },
  {
    name: "item",
    width: 88,
    exports: ["item", "attempt"],
    render: (e) => (
      <TwoLines under={e.attempt > 1 && `第${e.attempt}次 ${e.attempt_reason ? ATTEMPT_REASONS[e.attempt_reason] : ""}`}>
        {EMBASSY_ITEMS[e.item]}
      </TwoLines>
    ),
  },
  {
    name: "foreign_text",
    width: 108,
    align: "end",
    exports: ["foreign_text", "rate"],
    render: (e) => (
      <TwoLines end under={e.rate !== null && `汇率 ${e.rate}`}>
        <span className="vd-num">{e.foreign_text}</span>
      </TwoLines>
    ),
  },
  {
    name: "amount",
    width: 112,
    align: "end",
    exports: ["amount", "settled_amount"],
    render: (e) =>
      e.amount === null ? (
        dash
      ) : (
        <TwoLines
          end
          under={
            e.settled_amount !== null &&
            e.settled_amount !== e.amount && (
              <>
                账单 <Money cents={e.settled_amount} />
              </>
            )
          }
        >
          <Money cents={e.amount} />
        </TwoLines>
      ),
  },
  { name: "collected", width: 104, align: "end", render: (e) => (e.item === "visa" ? <Money cents={e.collected} /> : dash) },
  { name: "variance", width: 104, align: "end", exports: ["variance", "variance_way"], render: (e) => <Variance of={e} /> },
  {
    name: "card_name",
    width: 144,
    exports: ["card_name", "batch_no"],
    render: (e) => (e.card_name === null ? dash : <TwoLines under={e.batch_no !== null && `批次 ${e.batch_no}`}>{e.card_name}</TwoLines>),
  },
  { name: "receipt_no", width: 128, render: (e) => (e.receipt_no === null ? dash : <Copyable text={e.receipt_no} />) },
  { name: "paid_by_name", width: 84, render: (e) => e.paid_by_name ?? dash },
  { name: "paid_at", width: 116, sort: "paid_at", render: (e) => (e.paid_at === null ? dash : <TimeText at={e.paid_at} stacked />) },
  {
    name: "created_at",
    width: 116,
    sort: "created_at",
    exports: ["created_by_name", "created_at"],
    render: (e) => <TwoLines under={<TimeText at={e.created_at} />}>{e.created_by_name ?? "系统"}</TwoLines>,
  },
];
