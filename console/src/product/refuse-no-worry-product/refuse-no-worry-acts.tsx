/** The acts of a refusal protection beside its moves: 编辑, 关联商品, 申请调价, 删除. */
import type { ReactElement } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { linksHref, protectionEditHref, type Protection } from "./refuse-no-worry-cells.tsx";
import type { AdjustDialogProps } from "./refuse-no-worry-adjust.tsx";

const AdjustDialog = part<AdjustDialogProps>(() => import("./refuse-no-worry-adjust.tsx").then((m) => m.AdjustDialog));

type Open = (make: (close: () => void) => ReactElement) => void;
interface Act {
  key: string;
  label: string;
  onClick: () => void;
  danger?: boolean;
}

/** `gone`: called once the product is deleted. */
export function useProtectionActs(open: Open, gone?: () => void): (p: Protection) => Act[] {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const remove = async ({ id, version, name }: Protection): Promise<void> => {
    const content = "草稿连同关联商品一起删除，不能恢复。";
    if (!(await confirm({ title: `删除“${name}”？`, content, ok: "删除", danger: true }))) return;
    const done = await ask(api.refuse_no_worry_product_remove, { id, version }).then(
      () => true,
      () => false,
    );
    if (done) {
      toast.success(`“${name}”已删除`);
      gone?.();
    }
    afterWrite();
  };
  return (p) => [
    { key: "edit", label: "编辑", onClick: () => go(protectionEditHref(p)) },
    { key: "links", label: "关联商品", onClick: () => go(linksHref(p)) },
    ...(p.first_listed_at === null
      ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove(p) }]
      : [{ key: "adjust", label: "申请调价", onClick: () => open((close) => <AdjustDialog product={p} onClose={close} />) }]),
  ];
}
