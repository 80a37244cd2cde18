/** What may still be changed before a parcel goes: its purpose, contact, day and way. */
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import type { ParcelDetail } from "../supplier-parcel/parcel-cells.tsx";
import { ContactSelect, WayFields } from "./parcel-way.tsx";

export interface ParcelEditProps {
  d: ParcelDetail;
  onClose: () => void;
}

export function ParcelEdit({ d, onClose }: ParcelEditProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={supplierParcelActApi.supplier_parcel_update}
      title={`编辑 ${d.parcel_no}`}
      okText="保存"
      initial={{
        id: d.id,
        version: d.version,
        purpose: d.purpose,
        contact_id: d.contact_id,
        planned_send_on: d.planned_send_on,
        mode: d.mode,
        carrier_code: d.carrier_code,
        waybill_no: d.waybill_no,
        note: d.note,
      }}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="purpose" />
      {d.stage === "packing" && (
        <Item name="contact_id" half>
          <ContactSelect supplierId={d.supplier_id} />
        </Item>
      )}
      {d.type === 2 && <Item name="planned_send_on" half />}
      <WayFields />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
