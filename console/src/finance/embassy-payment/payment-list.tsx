/** 使馆费手动支付: what we pay missions ourselves, with its two people and its receipt; behind further tabs what is held for them. */
import { Button, Empty } from "antd";
import { useState } from "react";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { usePaymentBulk } from "./payment-bulk.tsx";
import { PAYMENT_COLUMNS } from "./payment-columns.tsx";
import type { PaymentDrawerProps } from "./payment-drawer.tsx";
import { PaymentHead } from "./payment-head.tsx";
import { PaymentMoves } from "./payment-moves.tsx";
import type { PaymentOpenProps } from "./payment-open.tsx";
import { LEFT, PAYMENT_TABS, TRUST, usePaymentCounts } from "./payment-tabs.ts";
import type { PaymentSheetProps } from "./payment-receipts.tsx";
import type { RateDrawerProps } from "./rate-drawer.tsx";

const PaymentSheet = part<PaymentSheetProps>(() => import("./payment-receipts.tsx").then((m) => m.PaymentSheet));
const PaymentOpen = part<PaymentOpenProps>(() => import("./payment-open.tsx").then((m) => m.PaymentOpen));
const PaymentDrawer = part<PaymentDrawerProps>(() => import("./payment-drawer.tsx").then((m) => m.PaymentDrawer));
const RateDrawer = part<RateDrawerProps>(() => import("./rate-drawer.tsx").then((m) => m.RateDrawer));
const TrustList = part<object>(() => import("./trust-list.tsx").then((m) => m.TrustList));
const TrustLeftList = part<object>(() => import("./trust-list.tsx").then((m) => m.TrustLeftList));

function Payments() {
  const [dialog, open] = useDialog();
  const [rates, showRates] = useState(false);
  const [looked, look] = useOpened("payment");
  const bulk = usePaymentBulk(open);
  return (
    <>
      <ListScreen
        endpoint={api.embassy_payment_query}
        title="使馆费手动支付"
        keyword={{ name: "keyword", placeholder: "单号、订单、申请人" }}
        filters={["embassy_id", "country_id", "item", "company_account_id", "paid_at"]}
        more={["batch_no", "is_undecided", "embassy_payment_status", "queue"]}
        columns={PAYMENT_COLUMNS}
        row={(e) => <PaymentMoves payment={e} onLook={() => look(e.id)} />}
      >
        <ListTabs tabs={PAYMENT_TABS} useCounts={usePaymentCounts} />
        <ListFigures>{(filter) => <PaymentHead filter={filter} />}</ListFigures>
        <ListActs>
          <Button onClick={() => showRates(true)}>汇率表</Button>
          <Button onClick={() => open((close) => <PaymentSheet onClose={close} />)}>批量登记回执</Button>
          <Button type="primary" onClick={() => open((close) => <PaymentOpen onClose={close} />)}>
            新建缴费
          </Button>
        </ListActs>
        <ListBulk acts={bulk} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有使馆费缴费单；供应商结算价不含使馆费的申请人预审通过时自动建单" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {rates && <RateDrawer onClose={() => showRates(false)} />}
      {looked !== null && <PaymentDrawer id={looked} onClose={() => look(null)} />}
    </>
  );
}

export default function PaymentList() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  return tab === TRUST ? <TrustList /> : tab === LEFT ? <TrustLeftList /> : <Payments />;
}
