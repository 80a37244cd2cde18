/** Words, cells and acts of an insurance product that its screens share. */
import { FilePdfOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { openFile } from "#kit/file/file-links.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { pickedLabel, usePickOptions } from "#kit/pickers.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import "./insurance.css";
import "../sku/product.css";

export type Insurance = Output<typeof insuranceProductApi.insurance_product_query>["list"][number];
export type InsuranceDetail = Output<typeof insuranceProductApi.insurance_product_get>;

export const insuranceHref = (p: { id: number }): string => to("insurance-product-detail", { id: p.id });
export const insuranceEdit = (p: { id: number }): string => to("insurance-product-edit", { id: p.id });

export const InsuranceName = ({ product: p }: { product: Pick<Insurance, "id" | "name" | "code"> }) => (
  <TwoLines title={p.name} under={<Copyable text={p.code} />}>
    <HrefLink href={insuranceHref(p)}>{p.name}</HrefLink>
  </TwoLines>
);

/** Names of the countries; none chosen means the whole region. */
export function Countries({ ids }: { ids: readonly string[] }) {
  usePickOptions("country", "", ids.length > 0);
  return <>{ids.length === 0 ? "地区内全部国家" : ids.map((c) => pickedLabel("country", c) ?? c).join("、")}</>;
}

export const Clause = ({ file }: { file: string | null }) =>
  file === null ? (
    <span className="vd-error">还没有上传</span>
  ) : (
    <Button
      type="link"
      size="small"
      className="vd-plain-link"
      icon={<FilePdfOutlined aria-hidden />}
      onClick={() => void openFile(file, null, "保险条款.pdf")}
    >
      打开条款
    </Button>
  );

/** Fields of the dialogs of its moves. */
export const MOVE_INPUTS = { off_sale: <Item name="reason" rows={3} placeholder="例如：保司暂停出单" /> };

/** 删除 of a draft. */
export function useRemove(done: () => void): (p: Pick<Insurance, "id" | "version" | "name">) => Promise<void> {
  const afterWrite = useAfterWrite();
  return async ({ id, version, name }) => {
    if (!(await confirm({ title: `删除「${name}」？`, content: "草稿删除后不能恢复。", ok: "删除", danger: true }))) return;
    try {
      await ask(insuranceProductApi.insurance_product_remove, { id, version });
      toast.success("草稿已删除");
      done();
    } catch {
      // A refusal has been told by then; either way the rows are read anew.
    } finally {
      afterWrite();
    }
  };
}
