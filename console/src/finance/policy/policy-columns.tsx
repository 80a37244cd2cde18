/** Columns of policies; cover that begins soon and is not written stands in red. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { openedHref } from "#kit/filter/use-opened.ts";
import { Copyable, Money, TimeText } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, StateTag } from "#kit/page/flow-tag.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import { POLICY_KINDS } from "@visadesk/contract/finance/insurance/policy.words.ts";
import { OrderNo } from "../embassy-payment/payment-columns.tsx";

export type PolicyRow = Output<typeof policyApi.policy_query>["list"][number];
const dash = <span className="vd-blank">—</span>;

function Cover({ of: p }: { of: PolicyRow }) {
  if (p.start_on === null) return dash;
  const days = (
    <TwoLines under={p.end_on === null ? "止保日待定" : `至 ${p.end_on}`}>
      <span className={p.is_soon ? "vd-num vd-error" : "vd-num"}>{p.start_on}</span>
    </TwoLines>
  );
  return days;
}

export const POLICY_COLUMNS: readonly Column<PolicyRow>[] = [
  {
    name: "policy_no",
    width: 152,
    exports: ["policy_no", "apply_no"],
    render: (p) => (
      <TwoLines under={p.policy_no === null ? "未出单" : p.apply_no}>
        <Copyable text={p.policy_no ?? p.apply_no}>
          <HrefLink href={openedHref("policy", p.id)} className="vd-link vd-num">
            {p.policy_no ?? p.apply_no}
          </HrefLink>
        </Copyable>
      </TwoLines>
    ),
  },
  {
    name: "policy_status",
    width: 112,
    render: (p) => (
      <TwoLines under={p.is_soon && <StateTag tone="red">即将起保</StateTag>}>{flowTag(policyFlow, p.policy_status)}</TwoLines>
    ),
  },
  {
    name: "insured_name",
    width: 100,
    exports: ["insured_name", "insured_passport"],
    render: (p) => <TwoLines under={p.insured_passport ?? "未登记护照"}>{p.insured_name ?? "未填写"}</TwoLines>,
  },
  {
    name: "product_name",
    width: 160,
    exports: ["product_name", "plan_name", "insurer_name"],
    render: (p) => <TwoLines under={`${p.plan_name} ${p.insurer_name}`.trim()}>{p.product_name}</TwoLines>,
  },
  {
    name: "order_no",
    width: 144,
    exports: ["order_no", "applicant_no", "country_name"],
    render: (p) => (
      <TwoLines under={`${p.country_name} ${p.applicant_no.split("-").at(-1)}`}>
        <OrderNo of={p} />
      </TwoLines>
    ),
  },
  { name: "start_on", width: 108, sort: "start_on", exports: ["start_on", "end_on"], render: (p) => <Cover of={p} /> },
  { name: "premium", width: 88, align: "end", sort: "premium", render: (p) => <Money cents={p.premium} /> },
  {
    name: "margin",
    width: 108,
    align: "end",
    exports: ["cost", "margin"],
    render: (p) => (
      <TwoLines
        end
        under={
          <>
            成本 <Money cents={p.cost} />
          </>
        }
      >
        <Money cents={p.margin} />
      </TwoLines>
    ),
  },
  {
    name: "claim_paid",
    width: 108,
    align: "end",
    exports: ["claim_count", "claim_paid"],
    render: (p) =>
      p.claim_count === 0 ? (
        dash
      ) : (
        <TwoLines end under={`${p.claim_count}次`}>
          <Money cents={p.claim_paid} />
        </TwoLines>
      ),
  },
  { name: "kind", width: 80, render: (p) => POLICY_KINDS[p.kind] },
  { name: "batch_no", width: 128, render: (p) => (p.batch_no === null ? dash : <Copyable text={p.batch_no} />) },
  { name: "created_at", width: 116, sort: "created_at", render: (p) => <TimeText at={p.created_at} stacked /> },
];
