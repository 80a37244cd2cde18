/** Columns of 订单查看: one row per order. */
import type { ColumnDef, RowOf } from "#kit/list/list-types.ts";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { CUSTOMER_KINDS, PAY_STATES, PAY_TONES, SOURCES } from "@visadesk/contract/order/words.ts";
import { CountryCode, FlagMarks, isLate, MatchedMark, NumberLink, PeerCell, Stay } from "./list-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { adminApplicantHref, adminOrderHref } from "./order-links.ts";

/** What the list shows of an order; the rest stays in the database. */
export const orderFields = [
  "id",
  "order_no",
  "partner_order_no",
  "matched",
  "source",
  "customer_kind",
  "peer_id",
  "peer_name",
  "level_id",
  "sku_name",
  "country_id",
  "country_name",
  "district_name",
  "applicants",
  "applicant_count",
  "submitted_count",
  "order_status",
  "status_at",
  "due_at",
  "due_estimated",
  "pay_status",
  "flags",
  "amount_payable",
  "amount_paid",
  "amount_refunded",
  "margin",
  "cost",
  "travel_date",
  "promised_date",
  "promise_estimated",
  "expert_name",
  "cs_owner_name",
  "contact_name",
  "contact_mobile",
  "created_at",
  "paid_at",
] as const;
export type OrderRow = Pick<RowOf<typeof orderListApi.order_query>, (typeof orderFields)[number]>;
type Def = ColumnDef<OrderRow>;

const SHOWN_PEOPLE = 3;

/** Who is on the order and where each stands. */
function People(props: { row: OrderRow }) {
  const { applicants, applicant_count, submitted_count, id } = props.row;
  const words = applicants.map((a) => `${a.name_cn ?? "未填姓名"} ${applicantFlow.states[a.applicant_status].label}`).join("、");
  return (
    <TwoLines title={words} under={`${applicant_count}人 · 已送 ${submitted_count}/${applicant_count}`}>
      <span className="od-people">
        {applicants.slice(0, SHOWN_PEOPLE).map((a) => (
          <HrefLink
            key={a.id}
            className={`vd-link vd-row od-person vd-tone-${applicantFlow.states[a.applicant_status].tone}`}
            href={adminApplicantHref(id, a.id)}
          >
            <i className="vd-point" aria-hidden="true" />
            {a.name_cn ?? "未填姓名"}
          </HrefLink>
        ))}
      </span>
    </TwoLines>
  );
}

const first: Def[] = [
  {
    key: "order_no",
    width: 148,
    exports: ["order_no", "partner_order_no"],
    href: (o) => adminOrderHref(o.id),
    render: (o) => (
      <TwoLines
        under={o.matched ? <MatchedMark matched={o.matched} /> : (o.partner_order_no ?? "")}
        title={o.partner_order_no ?? o.order_no}
      >
        <NumberLink no={o.order_no} href={adminOrderHref(o.id)} />
      </TwoLines>
    ),
  },
  {
    key: "source",
    width: 76,
    exports: ["source", "customer_kind"],
    render: (o) => <TwoLines under={CUSTOMER_KINDS[o.customer_kind]}>{SOURCES[o.source]}</TwoLines>,
  },
  {
    key: "sku_name",
    width: 176,
    exports: ["sku_name", "country_name", "district_name"],
    render: (o) => (
      <TwoLines title={o.sku_name} under={[o.country_name, o.district_name].filter(Boolean).join(" · ")}>
        <>
          <CountryCode code={o.country_id} />
          {o.sku_name}
        </>
      </TwoLines>
    ),
  },
  {
    key: "applicants",
    width: 140,
    exports: ["people", "applicant_count", "submitted_count"],
    render: (o) => <People row={o} />,
  },
  {
    key: "order_status",
    width: 132,
    exports: ["order_status", "status_at"],
    render: (o) => <TwoLines under={<Stay since={o.status_at} late={isLate(o.due_at)} />}>{flowTag(orderFlow, o.order_status)}</TwoLines>,
  },
  { key: "due_at", width: 112, sort: "due_at", render: (o) => <Due at={o.due_at} estimated={o.due_estimated} /> },
  {
    key: "pay_status",
    title: "支付",
    width: 104,
    render: (o) => (
      <>
        <StateTag tone={PAY_TONES[o.pay_status]}>{PAY_STATES[o.pay_status]}</StateTag>
        {o.flags.includes("diff_pending") && <Mark tone="orange">补差</Mark>}
      </>
    ),
  },
  {
    key: "amount_payable",
    title: "应付 / 实付",
    width: 132,
    exports: ["amount_payable", "amount_paid", "amount_refunded"],
    align: "end",
    render: (o) => (
      <TwoLines
        end
        under={o.amount_refunded > 0 ? `实付 ${money(o.amount_paid)} · 已退 ${money(o.amount_refunded)}` : `实付 ${money(o.amount_paid)}`}
        title={`应付 ${money(o.amount_payable)}，实付 ${money(o.amount_paid)}，已退 ${money(o.amount_refunded)}`}
      >
        <Money cents={o.amount_payable} />
      </TwoLines>
    ),
  },
  {
    name: "peer_name",
    width: 124,
    exports: ["peer_name", "level_id"],
    render: (o) => <PeerCell of={o} />,
  },
];

/** Only for those who see cost. */
const cost: Def = {
  key: "margin",
  title: "毛利 / 成本",
  exports: ["margin", "cost"],
  width: 112,
  align: "end",
  render: (o) => (
    <TwoLines end under={`成本 ${money(o.cost)}`}>
      <Money cents={o.margin} />
    </TwoLines>
  ),
};

const last: Def[] = [
  {
    key: "travel_date",
    width: 100,
    sort: "travel_date",
    render: (o) => <span className="vd-num">{o.travel_date ?? "—"}</span>,
  },
  {
    name: "promised_date",
    width: 100,
    render: (o) => (
      <span className={o.promised_date && o.travel_date && o.promised_date > o.travel_date ? "vd-num vd-error vd-medium" : "vd-num"}>
        {o.promised_date ?? "—"}
        {o.promise_estimated && <small className="vd-muted"> 推算</small>}
      </span>
    ),
  },
  {
    key: "expert_name",
    title: "专家 / 客服",
    width: 104,
    exports: ["expert_name", "cs_owner_name"],
    render: (o) => <TwoLines under={o.cs_owner_name ?? ""}>{o.expert_name ?? "—"}</TwoLines>,
  },
  { key: "flags", width: 136, render: (o) => <FlagMarks flags={o.flags.filter((f) => f !== "diff_pending")} /> },
  {
    key: "contact_name",
    width: 124,
    exports: ["contact_name", "contact_mobile"],
    render: (o) => <TwoLines under={<span className="vd-num">{o.contact_mobile}</span>}>{o.contact_name}</TwoLines>,
  },
  { key: "created_at", width: 104, sort: "created_at", render: (o) => <TimeText at={o.created_at} stacked /> },
  { key: "paid_at", width: 104, sort: "paid_at", render: (o) => <TimeText at={o.paid_at} stacked /> },
];

export const orderColumns: readonly Def[] = [...first, ...last];
export const orderColumnsWithCost: readonly Def[] = [...first, cost, ...last];
