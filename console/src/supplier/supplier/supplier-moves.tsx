/** The acts of a supplier on its row and on its page. */
import { ask } from "#kit/act/ask.ts";
import { Moves, type Question } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { SUPPLIER_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import { MOVE_INPUTS, settleText, supplierEdit, supplierHref, type Supplier, type SupplierDetail } from "./supplier-words.tsx";
import type { SupplierPauseProps } from "./supplier-pause.tsx";

const SupplierPause = part<SupplierPauseProps>(() => import("./supplier-pause.tsx").then((m) => m.SupplierPause));

/** What is passed, as it stands now, and what its page warns of. */
async function activating(id: number): Promise<Question> {
  const s = await ask(supplierApi.supplier_get, { id });
  return {
    title: `审核通过供应商“${s.name}”？`,
    content: (
      <Stack gap={4}>
        <span>
          {SUPPLIER_KINDS[s.kind]} · 可送{s.serves_text || "—"} · {settleText(s)}
        </span>
        {s.warnings.map((w) => (
          <span key={w.key} className="vd-error">
            {w.text}
          </span>
        ))}
        <span className="vd-muted">通过后可以分派申请人，名称只能凭新执照变更，类型不能再改。</span>
      </Stack>
    ),
  };
}

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
      asks={{ activate: () => activating(s.id) }}
      dialogs={{ pause: (close, done) => <SupplierPause supplier={s} onDone={done} onClose={close} /> }}
      {...(!head && {
        lead: edit,
        more: [{ key: "view", label: "查看", onClick: () => go(supplierHref(s)) }, edit],
      })}
    />
  );
}
