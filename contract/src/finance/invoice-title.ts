/** 抬头簿: to whom a peer has its invoices made out. A chosen title is copied onto the paper, so that later changes leave it alone. */
import { api, list, optional, pick, read, write, done } from "../kit/endpoint.ts";
import { choice, id, phone, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { TAX_NO_FAULT } from "./invoice.rules.ts";
import { TITLE_TYPES } from "./invoice.words.ts";

const BANK_ACCOUNT = /^\d{8,30}$/;
const changeable = {
  title: text("抬头", { min: 2, max: 100 }),
  tax_no: text("税号", {
    min: 0,
    max: 18,
    check: (v) => (/^[0-9A-Z]{18}$/.test(v) ? null : TAX_NO_FAULT),
  }),
  address: text("注册地址", { min: 0, max: 100 }),
  phone: phone("注册电话", 30),
  bank: text("开户行", { min: 0, max: 60 }),
  bank_account: text("银行账号", {
    min: 0,
    max: 36,
    personal: "card",
    check: (v) => (v === "" || BANK_ACCOUNT.test(v.replace(/\s/g, "")) ? null : "请输入8-30位数字账号"),
  }),
};
/** Two things a company and a person fill differently; `titleFault` judges them together. A title stays what it is: a person's is another title. */
export const titleFacts = { title_type: choice("抬头类型", TITLE_TYPES), ...changeable };
export const invoiceTitle = z.object({
  id: id("编号", "invoice_title"),
  peer_id: id("同行", "peer"),
  peer_name: text("同行"),
  ...titleFacts,
  created_by_name: z.nullable(text("登记人")),
  version: version(),
  created_at: time("登记时间"),
  updated_at: time("更新时间"),
});
const of = pick(invoiceTitle, "id", "version");

export const invoiceTitleApi = api({
  invoice_title_query: list("开票抬头列表", may.invoice, {
    filter: {
      peer_id: z.optional(id("同行", "peer")),
      keyword: z.optional(text("抬头或税号", { min: 0, max: 40 })),
    },
    row: invoiceTitle,
    sorts: ["updated_at"],
    exports: ["title", "title_type", "tax_no", "address", "phone", "bank", "bank_account", "peer_name", "created_by_name", "updated_at"],
  }),
  invoice_title_get: read("开票抬头", may.invoice, pick(invoiceTitle, "id"), invoiceTitle),
  invoice_title_add: write("新增开票抬头", may.invoice, { ...pick(invoiceTitle, "peer_id"), ...titleFacts }, invoiceTitle),
  invoice_title_update: write("编辑开票抬头", may.invoice, { ...of, ...optional(changeable) }, invoiceTitle),
  invoice_title_remove: write("删除开票抬头", may.invoice, of, done),
});
