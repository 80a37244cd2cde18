/** 撤销: the maker takes his waiting request back. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import type { Adjustment } from "./price-adjustment-cells.tsx";

/** Each kind of target has its own code, and so its own endpoint. */
const WITHDRAW = {
  sku: priceAdjustmentApi.price_adjustment_withdraw,
  insurance_product: insuranceProductApi.insurance_product_adjust_withdraw,
  refuse_no_worry_product: refuseNoWorryProductApi.refuse_no_worry_product_adjust_withdraw,
} as const;

export interface WithdrawProps {
  kind: keyof typeof WITHDRAW;
  a: Pick<Adjustment, "id" | "version" | "adjust_no" | "adjustment_status" | "maker_id">;
}

/** Nothing for requests of others and decided ones. */
export function Withdraw({ kind, a }: WithdrawProps) {
  const refresh = useAfterWrite();
  const isMine = session.use((s) => s.login?.id === a.maker_id);
  if (a.adjustment_status !== "pending" || !isMine) return null;
  const withdraw = async (): Promise<boolean> => {
    if (!(await confirm({ title: `撤销调价单 ${a.adjust_no}？`, content: "撤销后可以重新提交。", ok: "撤销", danger: true }))) return false;
    await ask(WITHDRAW[kind], { id: a.id, version: a.version }).then(
      () => toast.success("调价单已撤销"),
      () => undefined,
    );
    refresh();
    return true;
  };
  return (
    <ActButton type="link" size="small" className="vd-plain-link" danger onClick={withdraw}>
      撤销
    </ActButton>
  );
}
