import { Alert } from "antd";
import { useCallback, useEffect, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { skuEdit, skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { rowWords } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { skuHref } from "../sku/sku-cells.tsx";
import { SkuItems } from "./sku-form.tsx";
import type { Paper, PaperDocument, SkuEdit } from "./sku-form-model.ts";
import { refName } from "../price/ref-name.ts";
import { usePaperSave } from "../sku-paper/sku-paper-save.tsx";
import { SkuMeter } from "../sku/sku-meter.tsx";
import "#kit/list/list.css";
import "../sku/product.css";
import "./sku-edit.css";

const { prices, urgent_tiers, papers } = skuEditApi.sku_update.input.shape;
const advice = skuEdit.pick({ work_days_min: true, work_days_max: true });
const NAMES = shapeOf(skuEditApi.sku_update.input);
/** Fields of the form out of the record; prices of a product that was listed are none. */
const startOf = (s: SkuEdit): object =>
  Object.fromEntries(Object.entries(s).filter(([name]) => name in NAMES && (name !== "prices" || s.first_listed_at === null)));

/** Working days that 承诺体检 advises, out of the address. */
function advisedDays(): { work_days_min: number; work_days_max: number } | undefined {
  const params = new URLSearchParams(window.location.search);
  const [work_days_min, work_days_max] = ["work_days_min", "work_days_max"].map((name) => Number(params.get(name) ?? Number.NaN));
  const advised = advice.safeParse({ work_days_min, work_days_max });
  return advised.success ? advised.data : undefined;
}

type Documents = ReadonlyMap<number, PaperDocument>;
const joined = (known: Documents, more: readonly PaperDocument[]): Documents =>
  new Map([...known, ...more.map((d): [number, PaperDocument] => [d.id, d])]);

/** Lists of the form where two people's changes are put side by side. */
const sayWith =
  (documents: Documents, names: SkuEdit["ref_names"]) =>
  (name: string, value: unknown): string | undefined => {
    if (name === "prices")
      return prices
        .safeParse(value)
        .data?.map((r) => `${rowWords({ ...r, ref_name: refName(r, names) })} ${money(r.adult)}`)
        .join("、");
    if (name === "urgent_tiers")
      return urgent_tiers
        .safeParse(value)
        .data?.map((t) => t.name)
        .join("、");
    if (name !== "papers") return undefined;
    const groups = Map.groupBy(papers.safeParse(value).data ?? [], (p) => p.identity);
    return [...groups]
      .map(
        ([identity, rows]) => `${IDENTITIES[identity]}：${rows.map((p) => documents.get(p.document_id)?.name ?? p.document_id).join("、")}`,
      )
      .join("；");
  };

/** Papers that came from elsewhere, such as a draft or a colleague's save, are looked up. */
function useDocuments(sku: SkuEdit) {
  const [documents, setDocuments] = useState<Documents>(() => joined(new Map(), sku.documents));
  const add = useCallback((more: readonly PaperDocument[]) => setDocuments((known) => joined(known, more)), []);
  const look = useCallback(
    async (rows: readonly Paper[]): Promise<void> => {
      if (rows.every((p) => documents.has(p.document_id))) return;
      const [now, all] = await Promise.all([ask(skuEditApi.sku_edit_get, { id: sku.id }), ask(documentApi.document_pick, {})]);
      add([...all.list.map((d) => ({ id: d.id, kind: d.kind, name: d.name, status: 1 as const, copies: 1 })), ...now.documents]);
    },
    [add, documents, sku.id],
  );
  return { documents, add, look };
}

function EditForm({ sku }: { sku: SkuEdit }) {
  const go = useGo();
  const [initial] = useState(() => startOf(sku));
  const [advised] = useState(advisedDays);
  const { documents, add, look } = useDocuments(sku);
  const paperSave = usePaperSave(sku, (saved) => go(skuHref(saved)));
  const state = flowTag(skuFlow, sku.sku_status);
  return (
    <FormScreen
      endpoint={skuEditApi.sku_update}
      title={
        <>
          编辑：{sku.name} <small className="vd-num vd-muted">{sku.sku_no}</small> {state}
        </>
      }
      initial={initial}
      {...(advised && { typed: advised })}
      draft={`sku-${sku.id}`}
      presence={{ noun: "sku", id: sku.id }}
      outline={(form) => <SkuMeter form={form} sku={sku} documents={documents} look={look} />}
      say={sayWith(documents, sku.ref_names)}
      onCancel={() => go(skuHref(sku))}
      review={paperSave.review}
      onDone={(saved) => {
        toast.success(`“${saved.name}”已保存`);
        void paperSave.saved(saved);
      }}
    >
      {sku.sku_status === "on_sale" && (
        <Alert
          className="vd-after-16"
          type="info"
          showIcon
          title="商品在售，保存后新订单立即按新内容；已有订单不变，资料清单有改动时可选择推送给在办申请人。"
        />
      )}
      <SkuItems sku={sku} papers={{ country: sku.country_id, documents, onDocuments: add }} />
      {paperSave.panel}
    </FormScreen>
  );
}

export default function ProductEdit() {
  const id = useIdParam("id");
  const go = useGo();
  const answer = useRecord(skuEditApi.sku_edit_get, { id });
  const isArchived = answer.data?.sku_status === "archived";
  useEffect(() => {
    if (isArchived) go(to("product-detail", { id }));
  }, [isArchived, go, id]);
  if (!answer.data || isArchived || answer.isPlaceholderData) return <Unread answer={answer} rows={10} />;
  return <EditForm key={id} sku={answer.data} />;
}
