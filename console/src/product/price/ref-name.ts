/** The group or peer of a price row: as the product was read, else as it was just picked. */
import { pickedLabel } from "#kit/app/picker-registry.ts";
import type { SkuEdit } from "../sku-edit/sku-form-model.ts";

const PICKERS: Readonly<Record<string, string>> = { group: "peer_group", peer: "peer" };

export function refName({ price_kind, ref_id }: { price_kind: string; ref_id: string }, names: SkuEdit["ref_names"]): string {
  const picker = PICKERS[price_kind];
  const known = names.find((n) => n.price_kind === price_kind && n.ref_id === ref_id)?.name;
  return known ?? (picker === undefined ? undefined : pickedLabel(picker, Number(ref_id))) ?? ref_id;
}
