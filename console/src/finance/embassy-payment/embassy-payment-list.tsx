/** 使馆费手动支付 */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { embassyPaymentApi } from "@visadesk/contract/finance/embassy-payment.ts";
import { LinkButton } from "#kit/act/link-button.tsx";
import { RecordActs } from "#kit/act/record-acts.tsx";
import { link, ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { to } from "#kit/screens.ts";

type EmbassyPayment = Output<typeof embassyPaymentApi.embassy_payment_get>;

const COLUMNS: readonly Column<EmbassyPayment>[] = [
  link("name", (r) => to("embassy-payment-view", { id: r.id })),
  "note",
  "created_at",
  "updated_at",
];

export default function EmbassyPaymentList() {
  return (
    <ListScreen
      endpoint={embassyPaymentApi.embassy_payment_query}
      title="使馆费手动支付"
      keyword={{ name: "keyword", placeholder: "名称" }}
      filters={["updated_at"]}
      columns={COLUMNS}
      row={(r) => (
        <RecordActs
          noun="embassy_payment"
          record={r}
          title={r.name}
          edit={to("embassy-payment-edit", { id: r.id })}
          remove={embassyPaymentApi.embassy_payment_remove}
        />
      )}
    >
      <ListActs>
        <LinkButton primary href={to("embassy-payment-add")}>
          新增使馆费手动支付
        </LinkButton>
      </ListActs>
    </ListScreen>
  );
}
