/** 申请调价 of a product whose prices are locked: the one place where its dialog is opened. */
import { HrefLink } from "#kit/href-link.tsx";
import { skuHref } from "./sku-cells.tsx";

export interface AdjustButtonProps {
  skuIds: readonly number[];
}
/** Leads to the prices of the product. */
export function AdjustButton({ skuIds }: AdjustButtonProps) {
  const [id] = skuIds;
  return id === undefined ? null : <HrefLink href={`${skuHref({ id })}?tab=price`}>申请调价</HrefLink>;
}
