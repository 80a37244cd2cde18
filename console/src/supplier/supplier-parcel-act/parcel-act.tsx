/** The dialog of an act upon a parcel; what counts and settles item by item has one of its own. */
import { useState, type ReactElement } from "react";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { ACT_WORDS, type Act } from "./parcel-act-words.ts";
import type { Parcel } from "../supplier-parcel/parcel-cells.tsx";
import type { ItemsDialogProps } from "./parcel-count.tsx";
import { SendFields } from "./parcel-way.tsx";

const CountDialog = part<ItemsDialogProps>(() => import("./parcel-count.tsx").then((m) => m.CountDialog));
const ResolveDialog = part<ItemsDialogProps>(() => import("./parcel-resolve.tsx").then((m) => m.ResolveDialog));

export interface ParcelActProps {
  act: Act;
  p: Parcel;
  /** People who are expected and stay behind: names with their passports, both masked. */
  left?: readonly string[];
  onClose: () => void;
}

export type OpenAct = (act: Act, p: Parcel, left?: readonly string[]) => void;

interface SealProps {
  title: string;
  okText: string;
  initial: { id: number; version: number };
  left: readonly string[];
  onDone: () => void;
  onClose: () => void;
}
const NAMED = 8;
const leftWords = (left: readonly string[]): string =>
  `还有 ${left.length} 位应寄申请人不在清单：${left.slice(0, NAMED).join("、")}${left.length > NAMED ? "等" : ""}`;

/** Who is expected and not inside is named before the box is closed without him. */
function SealDialog({ left, ...common }: SealProps) {
  const [behind, setBehind] = useState(left.length > 0 ? leftWords(left) : null);
  return (
    <FormDialog
      {...common}
      endpoint={supplierParcelActApi.supplier_parcel_seal}
      intro={
        <>
          逐本清点后填写护照本数，与清单不符不能封箱。
          {behind && (
            <>
              <br />
              <span className="vd-error">{behind}</span>
            </>
          )}
        </>
      }
      onRefused={(e) => {
        if (e.code !== "confirm_needed") return false;
        setBehind(e.msg);
        return true;
      }}
    >
      <Item name="passport_count" />
      {behind && <Item name="confirm_missing" needs="请装入，或确认本次不寄" />}
    </FormDialog>
  );
}

export function ParcelAct({ act, p, left = [], onClose }: ParcelActProps): ReactElement {
  const afterWrite = useAfterWrite();
  const [now] = useState(() => new Date().toISOString());
  const onDone = (): void => {
    toast.success(`${p.parcel_no} ${ACT_WORDS[act]}：已完成`);
    afterWrite();
  };
  const seen = { id: p.id, version: p.version };
  const common = { title: `${ACT_WORDS[act]} ${p.parcel_no}`, okText: ACT_WORDS[act], initial: seen, onDone, onClose };
  switch (act) {
    case "seal":
      return <SealDialog {...common} left={left} />;
    case "unseal":
      return (
        <FormDialog
          {...common}
          endpoint={supplierParcelActApi.supplier_parcel_unseal}
          intro={p.list_version > 0 ? `已打印的第 ${p.list_version} 版清单作废，重新封箱后再打印。` : undefined}
        />
      );
    case "send":
      return (
        <FormDialog
          {...common}
          endpoint={supplierParcelActApi.supplier_parcel_send}
          initial={{ ...seen, mode: p.mode, carrier_code: p.carrier_code, waybill_no: p.waybill_no }}
        >
          <SendFields />
        </FormDialog>
      );
    case "sign":
      return (
        <FormDialog {...common} endpoint={supplierParcelActApi.supplier_parcel_sign} initial={{ ...seen, signed_at: now }}>
          <Item name="signed_at" half />
          <Item name="signed_by" half />
          <Item name="proof_files" help={p.track_text ? "已有轨迹，可不上传" : "没有轨迹时须上传"} />
        </FormDialog>
      );
    case "track":
      return (
        <FormDialog
          {...common}
          endpoint={supplierParcelActApi.supplier_parcel_track}
          intro="选已退回后，清单里的原件可以装入别的交接单。"
        />
      );
    case "count":
      return <CountDialog p={p} onDone={onDone} onClose={onClose} />;
    case "resolve":
      return <ResolveDialog p={p} onDone={onDone} onClose={onClose} />;
    case "lose":
      return <FormDialog {...common} danger endpoint={supplierParcelActApi.supplier_parcel_lose} intro="寄出满3个工作日才能登记。" />;
    case "find":
      return <FormDialog {...common} endpoint={supplierParcelActApi.supplier_parcel_find} />;
    case "cancel":
      return (
        <FormDialog {...common} danger endpoint={supplierParcelActApi.supplier_parcel_cancel} intro="清单里的物品可以装入别的交接单。" />
      );
  }
}
