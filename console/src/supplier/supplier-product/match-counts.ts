/** Numbers of the tabs of 产品匹配 under the filter the rows are asked with. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";

const NONE: Readonly<Record<string, number | undefined>> = {};
const TAKEN = new Set(Object.keys(shapeOf(api.supplier_product_stat_get.input)));

export function useMatchCounts(filter: Record<string, unknown>): Readonly<Record<string, number | undefined>> {
  const body = Object.fromEntries(Object.entries(filter).filter(([name]) => TAKEN.has(name)));
  return (
    useQuery({
      queryKey: ["supplier_product_stat_get", body],
      queryFn: ({ signal }) => askFilter(api.supplier_product_stat_get, body, { signal, noToast: true }),
      placeholderData: keepPreviousData,
    }).data ?? NONE
  );
}
