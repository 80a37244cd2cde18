/** The acts of a supplier on its row and on its page. */
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { MOVE_INPUTS, supplierEdit, supplierHref, type Supplier, type SupplierDetail } from "./supplier-words.tsx";
import type { SupplierPauseProps } from "./supplier-pause.tsx";

const SupplierPause = part<SupplierPauseProps>(() => import("./supplier-pause.tsx").then((m) => m.SupplierPause));

export function SupplierMoves({ supplier: s, head }: { supplier: Supplier | SupplierDetail; head?: true }) {
  const go = useGo();
  const edit = { key: "edit", label: "编辑", onClick: () => go(supplierEdit(s)) };
  return (
    <Moves
      flow={supplierFlow}
      row={s}
      state={s.supplier_status}
      endpoints={supplierApi}
      variant={head ? "head" : "row"}
      inputs={MOVE_INPUTS}
      dialogs={{ pause: (close, done) => <SupplierPause supplier={s} onDone={done} onClose={close} /> }}
      {...(!head && {
        lead: edit,
        more: [{ key: "view", label: "查看", onClick: () => go(supplierHref(s)) }, edit],
      })}
    />
  );
}
