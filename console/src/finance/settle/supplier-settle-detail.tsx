/** 结算明细 of one settlement: its sums, its lines by what is to be done with them, what is argued about, and how it was paid. */
import { useParam } from "#kit/filter/use-url.ts";
import { DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { supplierSettleApi as api } from "@visadesk/contract/finance/supplier-settle.ts";
import { lastTabs, SettleHead } from "./settle-detail.tsx";
import { SettleLines } from "./settle-lines.tsx";
import type { Settlement } from "./settle-words.tsx";

const TABS: readonly DetailTab<Settlement>[] = [
  { key: "all", label: "明细", render: (s) => <SettleLines key="all" settlement={s} tab="all" /> },
  { key: "difference", label: "差异", render: (s) => <SettleLines key="difference" settlement={s} tab="difference" /> },
  ...lastTabs,
];

export default function SupplierSettleDetail() {
  const id = Number(useParam("id"));
  return (
    <DetailScreen
      endpoint={api.supplier_settle_get}
      input={{ id }}
      files={(s) => ({ noun: "settlement", noun_id: s.id })}
      head={(s) => <SettleHead settlement={s} />}
      tabs={TABS}
    />
  );
}
