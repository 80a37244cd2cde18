/** 资金账户: where the company's money lies. Who entered or changed one never confirms it. */
import { CURRENCIES } from "../base-data/official-fee.ts";
import { api, done, list, move, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, choices, id, money, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { COMPANY_ACCOUNT_KINDS } from "./cash.words.ts";
import { companyAccountFlow } from "./company-account.flow.ts";

const NUMBER = /^[0-9A-Za-z@._-]{4,64}$/;

export const companyAccount = z.object({
  id: id("编号"),
  name: text("名称", { max: 40 }),
  kind: choice("类型", COMPANY_ACCOUNT_KINDS),
  bank_name: text("开户行", { min: 0, max: 60 }),
  account_no: text("账号", {
    min: 0,
    max: 64,
    personal: "card",
    check: (v) => (v === "" || NUMBER.test(v.replace(/\s/g, "")) ? null : "请输入4-64位账号"),
  }),
  holder: text("户名/保管人", { min: 0, max: 60 }),
  currency: choice("币种", CURRENCIES),
  day_limit: z.nullable(money("日限额", { min: 1 })),
  low_water: z.nullable(money("低位预警", { min: 1 })),
  account_status: choice("状态", stateLabels(companyAccountFlow)),
  /** Entered or last changed by the caller, who cannot confirm it. */
  is_mine: bool("由我提交"),
  submitted_by_name: z.nullable(text("提交人")),
  confirmed_by_name: z.nullable(text("确认人")),
  confirmed_at: z.nullable(time("确认时间")),
  /** Of the books. */
  balance: money("账面余额"),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
/** What a person fills. */
const form = pick(companyAccount, "name", "kind", "bank_name", "account_no", "holder", "currency", "day_limit", "low_water");
const seen = pick(companyAccount, "id", "version");

export const companyAccountApi = api({
  company_account_query: list("资金账户列表", may.corporate_remittance, {
    filter: {
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      kinds: z.optional(choices("类型", COMPANY_ACCOUNT_KINDS)),
      account_statuses: z.optional(choices("状态", stateLabels(companyAccountFlow))),
    },
    row: companyAccount,
    sorts: ["name", "created_at"],
    exports: [
      "name",
      "kind",
      "bank_name",
      "account_no",
      "holder",
      "currency",
      "day_limit",
      "low_water",
      "balance",
      "account_status",
      "submitted_by_name",
      "confirmed_by_name",
      "confirmed_at",
    ],
  }),
  company_account_get: read("资金账户详情", may.corporate_remittance, pick(companyAccount, "id"), companyAccount),
  company_account_add: write("新增资金账户", may.corporate_remittance, form, companyAccount),
  company_account_update: write("编辑资金账户", may.corporate_remittance, { ...seen, ...optional(form) }, companyAccount),
  company_account_confirm: move(companyAccountFlow, "confirm", seen, done),
  company_account_disable: move(companyAccountFlow, "disable", seen, done),
  /** For pickers of every screen of finance: those in use. */
  company_account_pick: read(
    "选择资金账户",
    {
      any: [
        may.corporate_remittance,
        may.withdraw,
        may.balance,
        may.embassy_payment,
        may.peer_settle,
        may.supplier_settle,
        may.express_settle,
      ],
    },
    { kinds: z.optional(choices("类型", COMPANY_ACCOUNT_KINDS)) },
    z.object({
      list: z.array(
        companyAccount.pick({ id: true, name: true, kind: true, bank_name: true, account_no: true, currency: true, balance: true }),
      ),
    }),
  ),
});
