/** What can be done with a product in the head of its page; the list does not load it. */
import { LinkButton } from "#kit/act/link-button.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { skuMoveApi } from "@visadesk/contract/product/sku/sku-moves.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { skuEditHref, useOwnActs, type SkuActsProps } from "./sku-acts.tsx";

export function SkuHeadActs({ sku, open }: SkuActsProps) {
  const { copy, remove } = useOwnActs({ sku, open });
  return (
    <>
      {sku.sku_status !== "archived" && <LinkButton href={skuEditHref(sku)}>编辑</LinkButton>}
      <Moves
        flow={skuFlow}
        row={sku}
        state={sku.sku_status}
        endpoints={skuMoveApi}
        variant="head"
        more={[
          { key: "copy", label: "复制", onClick: copy },
          ...(sku.sku_status === "draft" ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }] : []),
        ]}
      />
    </>
  );
}
