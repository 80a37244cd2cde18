/** A product beside its list: state, blocks, prices. */
import { Stack } from "#kit/page/blocks.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { sku as skuFields } from "@visadesk/contract/product/sku/sku.ts";
import { skuHref, SkuState, workDays, type Sku } from "./sku-cells.tsx";

export interface SkuPeekProps {
  sku: Sku;
}
export const SkuPeek = ({ sku: s }: SkuPeekProps) => (
  <Stack>
    <p>
      <SkuState sku={s} />
    </p>
    {s.sale_blocks.length > 0 && (
      <ul className="vd-small vd-error vd-note vd-tone-red">
        {s.sale_blocks.map((b) => (
          <li key={b}>{b}</li>
        ))}
      </ul>
    )}
    <Fields
      of={skuFields}
      value={s}
      columns={2}
      names={[
        "sku_no",
        "spu_name",
        "retail_adult",
        "retail_child",
        "embassy_fee",
        "centre_fee",
        { label: "时效", value: workDays(s) },
        "entry_count",
        "service_level",
        "embassy_name",
        "cover_mode",
        "material_upload_type",
        "need_visit",
        "has_urgent",
      ]}
    />
    <HrefLink href={skuHref(s)}>打开详情</HrefLink>
  </Stack>
);
