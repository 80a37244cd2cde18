/** 停用 of one match or several: the last one a product could be given to is confirmed by name. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { LAST_MATCH } from "@visadesk/contract/supplier/supplier.words.ts";
import { nameOf, type Match } from "./match-model.ts";

export interface MatchDisableProps {
  matches: readonly Match[];
  onDone?: () => void;
  onClose: () => void;
}

const STAYS = "停用后不再分派新的申请人，在办的不受影响。";

function DisableOne({ match: m, onDone, onClose }: { match: Match } & Omit<MatchDisableProps, "matches">) {
  const afterWrite = useAfterWrite();
  const [isLast, setLast] = useState(false);
  return (
    <FormDialog
      endpoint={api.supplier_product_disable}
      title={`停用“${nameOf(m)}”`}
      okText="停用"
      danger
      intro={isLast ? <span className="vd-error">{LAST_MATCH}</span> : STAYS}
      initial={{ id: m.id, version: m.version }}
      onRefused={(e) => {
        if (e.code !== "confirm_needed") return false;
        setLast(true);
        return true;
      }}
      onDone={() => {
        toast.success(`“${nameOf(m)}”已停用`);
        afterWrite();
        onDone?.();
      }}
      onClose={onClose}
    >
      <Item name="reason" rows={2} />
      {isLast && <Item name="confirm_last" />}
    </FormDialog>
  );
}

export function MatchDisable({ matches, onDone, onClose }: MatchDisableProps) {
  const afterWrite = useAfterWrite();
  const [only] = matches;
  if (matches.length === 1 && only) return <DisableOne match={only} onClose={onClose} {...(onDone && { onDone })} />;
  const names = new Map(matches.map((m) => [m.id, nameOf(m)]));
  return (
    <FormDialog
      endpoint={api.supplier_product_disable_batch}
      title={`停用 ${matches.length} 个匹配`}
      okText="停用"
      danger
      intro={STAYS}
      initial={{ ids: matches.map((m) => m.id) }}
      onDone={({ done, results }) => {
        const left = results.filter((r) => !r.ok).map((r) => ({ name: names.get(r.id) ?? String(r.id), msg: r.msg }));
        tellOutcome("停用", "个匹配", { done, left });
        afterWrite();
        onDone?.();
      }}
      onClose={onClose}
    >
      <Item name="reason" rows={2} />
      <Item name="confirm_last" help="打开后，商品的最后一个可用供应商也一并停用，之后无法分派" />
    </FormDialog>
  );
}
