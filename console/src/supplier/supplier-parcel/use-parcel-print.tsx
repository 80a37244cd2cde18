/** Prints the hand-over lists of parcels: each print is asked for and kept by the server, masked unless full numbers are wanted. */
import { useState, type ReactElement } from "react";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { part } from "#kit/app/part.tsx";
import type { ParcelDetail } from "./parcel-cells.tsx";
import type { ParcelSheetProps } from "./parcel-sheet.tsx";

const ParcelSheet = part<ParcelSheetProps>(() => import("./parcel-sheet.tsx").then((m) => m.ParcelSheet));

type Printed = Output<typeof supplierParcelActApi.supplier_parcel_print>;
/** What was asked for in full stands in its place: numbers in the rows of their items, and whom the courier calls. */
function withNumbers({ full_numbers, full_party, ...d }: Printed): ParcelDetail {
  const full = new Map(full_numbers.map((f) => [f.item_id, f.number]));
  const party = full_party && { contact_name: full_party.name, phone_text: full_party.phone };
  return { ...d, ...party, items: d.items.map((i) => ({ ...i, passport_no: full.get(i.id) ?? i.passport_no })) };
}

/** `print` answers false where one of them was refused; the client has said why. */
export function useParcelPrint(): readonly [
  sheet: ReactElement | null,
  print: (ids: readonly number[], full?: boolean) => Promise<boolean>,
] {
  const [parcels, setParcels] = useState<readonly ParcelDetail[]>([]);
  const afterWrite = useAfterWrite();
  const print = async (ids: readonly number[], full = false): Promise<boolean> => {
    try {
      const read: ParcelDetail[] = [];
      for (const id of ids) read.push(withNumbers(await ask(supplierParcelActApi.supplier_parcel_print, { id, with_numbers: full })));
      setParcels(read);
      return true;
    } catch {
      return false;
    } finally {
      afterWrite();
    }
  };
  const sheet = parcels.length > 0 ? <ParcelSheet parcels={parcels} onClose={() => setParcels([])} /> : null;
  return [sheet, print];
}
