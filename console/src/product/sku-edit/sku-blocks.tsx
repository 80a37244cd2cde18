/** 不可下单说明: why a product on sale cannot be ordered, who can lift it, and where. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { may, type May } from "@visadesk/contract/permissions.ts";
import type { SkuDetail } from "../sku/sku-cells.tsx";

interface Way {
  /** Who lifts it, and how. */
  words: string;
  act: string;
  href: string;
  may: May;
}

function wayOf(block: string, s: SkuDetail): Way | null {
  if (block === "SPU已停用")
    return {
      words: `所属SPU「${s.spu_name}」已停用，产品经理启用后即可下单`,
      act: "打开SPU",
      href: to("product-spu-detail", { visa_product_unit_code: s.visa_product_unit_code }),
      may: may.spu,
    };
  if (block === "国家已停用")
    return {
      words: `${s.country_name}已停用，内容编辑启用后即可下单`,
      act: "打开国家/地区",
      href: `${to("country-list")}?keyword=${encodeURIComponent(s.country_name)}`,
      may: may.country,
    };
  if (block === "退款政策已停用")
    return {
      words: `退款政策「${s.refund_policy_name ?? ""}」已停用，启用它或给商品换一份`,
      act: "换退款政策",
      href: to("product-edit", { id: s.id }),
      may: may.sku,
    };
  if (block === "收件中心已停用")
    return {
      words: `收件中心「${s.mail_centre_name ?? ""}」已停用，启用它或给商品换一个`,
      act: "换收件中心",
      href: to("product-edit", { id: s.id }),
      may: may.sku,
    };
  if (block === "无有效供应商报价")
    return {
      words: "没有供应商在报价有效期内，采购录入报价后即可下单",
      act: "看供应商",
      href: `${to("product-detail", { id: s.id })}?tab=supplier`,
      may: may.sku,
    };
  if (block.startsWith("资料「"))
    return { words: `${block}，启用它或在商品里替换`, act: "替换资料", href: to("product-edit", { id: s.id }), may: may.sku };
  return null;
}

function Block({ block, sku }: { block: string; sku: SkuDetail }) {
  const way = wayOf(block, sku);
  const isOpen = useCan(way?.may ?? may.sku);
  return (
    <li>
      {way?.words ?? block} {way && isOpen && <HrefLink href={way.href}>{way.act}</HrefLink>}
    </li>
  );
}

export function SkuBlocks({ sku: s }: { sku: SkuDetail }) {
  const off = s.sku_status === "off_sale" && s.off_reason ? [`下架原因：${s.off_reason}`] : [];
  const blocks = [...s.sale_blocks, ...off];
  return blocks.length === 0 ? null : (
    <ul className="vd-small vd-error vd-note vd-tone-red" aria-label="不可下单原因">
      {blocks.map((b) => (
        <Block key={b} block={b} sku={s} />
      ))}
    </ul>
  );
}
