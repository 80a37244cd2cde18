/** 证照合同 of a supplier: never edited, a new one takes the place of the last of its kind. */
import { api, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, date, files, id, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { DOCUMENT_KINDS, VALIDITIES } from "./supplier.words.ts";

export const supplierDocumentFacts = {
  kind: choice("类别", DOCUMENT_KINDS),
  number: text("证件/合同编号", { min: 0, max: 60 }),
  valid_from: date("开始日期"),
  /** Null: without end. */
  valid_to: z.nullable(date("结束日期")),
  files: files("扫描件", "supplier_document").min(1, { error: "请上传扫描件" }),
  note: text("备注", { min: 0, max: 200 }),
};
export const supplierDocument = z.object({
  id: id("编号"),
  supplier_id: id("供应商", "supplier"),
  ...supplierDocumentFacts,
  validity: choice("有效性", VALIDITIES),
  /** Must be there for this kind of supplier. */
  is_must: bool("必备"),
  /** Null as long as it is the one in force, though a later one is registered. */
  superseded_at: z.nullable(time("被替换")),
  created_by_name: z.nullable(text("登记人")),
  created_at: time("登记时间"),
});

export const supplierDocumentApi = api({
  supplier_document_query: read(
    "供应商证照",
    may.supplier,
    { ...pick(supplierDocument, "supplier_id"), with_superseded: z.optional(bool("含历史")) },
    z.object({ list: z.array(supplierDocument), missing: z.array(supplierDocumentFacts.kind).meta({ label: "缺少", kind: "list" }) }),
  ),
  supplier_document_add: write(
    "登记证照",
    may.supplier,
    { ...pick(supplierDocument, "supplier_id"), ...supplierDocumentFacts },
    supplierDocument,
  ),
});
