/** 收款账户 of a supplier: entered by one person, passed by another, never edited. */
import { api, done, move, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, files, id, text, time, version, z } from "../kit/field.ts";
import { CURRENCIES } from "../base-data/official-fee.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { supplierPayeeFlow } from "./supplier.flow.ts";

const ACCOUNT = /^\d{8,30}$/;
export const supplierPayeeFacts = {
  account_name: text("户名", { min: 2, max: 60 }),
  bank_name: text("开户银行", { min: 2, max: 40 }),
  branch: text("开户支行", { min: 0, max: 60 }),
  account_no: text("账号", {
    max: 30,
    personal: "card",
    check: (v) => (ACCOUNT.test(v.replace(/\s/g, "")) ? null : "请输入8-30位数字账号"),
  }),
  currency: choice("币种", CURRENCIES),
  proof_files: files("证明文件", "supplier_payee").min(1, { error: "请上传证明文件" }),
  /** Due where the account is in another name. */
  reason: text("户名不一致的原因", { min: 0, max: 200 }),
};
export const supplierPayee = z.object({
  id: id("编号"),
  supplier_id: id("供应商", "supplier"),
  ...supplierPayeeFacts,
  /** The account is in another name than the supplier's. */
  is_other_name: bool("户名不一致"),
  payee_status: choice("状态", stateLabels(supplierPayeeFlow)),
  decided_by_name: z.nullable(text("复核人")),
  decided_at: z.nullable(time("复核时间")),
  decided_note: z.nullable(text("复核意见")),
  is_mine: bool("由我录入"),
  created_by_name: z.nullable(text("录入人")),
  created_at: time("录入时间"),
  version: version(),
});
const of = pick(supplierPayee, "id", "version");
const why = text("原因", { min: 5, max: 200 });

export const supplierPayeeApi = api({
  supplier_payee_query: read(
    "供应商收款账户",
    may.supplier,
    pick(supplierPayee, "supplier_id"),
    z.object({ list: z.array(supplierPayee) }),
  ),
  supplier_payee_add: write("登记收款账户", may.supplier, { ...pick(supplierPayee, "supplier_id"), ...supplierPayeeFacts }, supplierPayee),
  supplier_payee_withdraw: move(supplierPayeeFlow, "withdraw", of, done),
  supplier_payee_approve: move(supplierPayeeFlow, "approve", of, done),
  supplier_payee_reject: move(supplierPayeeFlow, "reject", { ...of, reason: why }, done),
  supplier_payee_retire: move(supplierPayeeFlow, "retire", { ...of, reason: why }, done),
  supplier_payee_reveal: write(
    "查看收款账号",
    may.supplier_review,
    { ...pick(supplierPayee, "id"), reason: z.optional(text("查看原因", { min: 2, max: 100 })) },
    z.object({ account_no: text("账号") }),
    { log: "reveal" },
  ),
});
