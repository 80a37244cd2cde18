/** 暂停合作: nothing new from now on, and everybody in work goes somewhere or stays, each decided here. */
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Decisions, firstDecisions, leftOf } from "#shared/reroute/reroute-decisions.tsx";
import { PREVIEW_WIDTH, WithPreview } from "#shared/reroute/reroute-preview.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { pauseFault } from "@visadesk/contract/supplier/pause.rules.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Supplier } from "./supplier-words.tsx";

export interface SupplierPauseProps {
  supplier: Pick<Supplier, "id" | "version" | "short_name">;
  onDone: () => void;
  onClose: () => void;
}
export function SupplierPause({ supplier: s, onDone, onClose }: SupplierPauseProps) {
  const afterWrite = useAfterWrite();
  const title = `暂停合作：${s.short_name}`;
  return (
    <WithPreview title={title} supplierId={s.id} onClose={onClose}>
      {(rows) => (
        <FormDialog
          endpoint={supplierApi.supplier_pause}
          title={title}
          okText="暂停合作"
          danger
          width={PREVIEW_WIDTH}
          initial={{ id: s.id, version: s.version, decisions: firstDecisions(rows) }}
          intro="暂停后不再派新申请人。先按下表改派，全部成功才暂停；有一位没有改派成功，供应商仍为合作中。"
          onDone={({ results, supplier_status }) => {
            if (supplier_status === "paused") return onDone();
            const left = leftOf(rows, results);
            tellOutcome("改派", "位申请人", { done: results.length - left.length, left }, "供应商仍为合作中");
            afterWrite();
          }}
          onClose={onClose}
        >
          <Item name="reason" half placeholder="例如：送签资质到期，等待续期" />
          <Item name="pause_until" half help="到期提醒负责人，不自动恢复">
            <DateInput isOff={(day) => pauseFault(day, shanghaiDate(new Date())) !== null} />
          </Item>
          <Item name="decisions">
            <Decisions rows={rows} promises />
          </Item>
        </FormDialog>
      )}
    </WithPreview>
  );
}
