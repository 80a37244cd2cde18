/** 结算明细 of one settlement: its sums, its lines by what is to be done with them, what is argued about, and how it was paid. */
import { useIdParam } from "#kit/filter/use-url.ts";
import { DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import { lastTabs, SettleHead } from "./settle-detail.tsx";
import { SettleLines } from "./settle-lines.tsx";
import { payeeText, type Settlement } from "./settle-words.tsx";

const TABS: readonly DetailTab<Settlement>[] = [
  { key: "all", label: "明细", render: (s) => <SettleLines key="all" settlement={s} tab="all" /> },
  { key: "difference", label: "差异", render: (s) => <SettleLines key="difference" settlement={s} tab="difference" /> },
  ...lastTabs,
];

function Head({ settlement: s }: { settlement: Settlement }) {
  const { data } = useRecord(api.supplier_settle_party_get, { supplier_id: s.supplier_id ?? 0 });
  return <SettleHead settlement={s} more={[{ label: "收款账户", value: data ? payeeText(data) : "—" }]} />;
}
export default function SupplierSettleDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={api.supplier_settle_get}
      input={{ id }}
      files={(s) => ({ noun: "settlement", noun_id: s.id })}
      head={(s) => <Head settlement={s} />}
      tabs={TABS}
    />
  );
}
