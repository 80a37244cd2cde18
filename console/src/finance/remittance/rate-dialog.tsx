/** 自动建议采纳率: of what people matched on each account, how much had been suggested. */
import { Dialog } from "#kit/form/dialog.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { percentText } from "@visadesk/contract/kit/format.ts";

export function RateDialog({ onClose }: { onClose: () => void }) {
  const answer = useRecord(remittanceApi.remittance_stat_get, {});
  return (
    <Dialog title="自动建议采纳率" width={560} reads={answer} onClose={onClose}>
      {answer.data && (
        <Rows
          label="自动建议采纳率"
          of={remittanceApi.remittance_stat_get.output.shape.list}
          rows={answer.data.list}
          by="company_account_id"
          none="还没有匹配过汇款"
          columns={[
            "account_name",
            "matched",
            "taken",
            { title: "采纳率", end: true, num: true, cell: (r) => (r.matched === 0 ? "—" : percentText(r.taken / r.matched, 1)) },
          ]}
        />
      )}
    </Dialog>
  );
}
