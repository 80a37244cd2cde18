/** 财务参数: limits, tolerances and rates of finance, one row, every change logged. */
import { api, optional, pick, read, write } from "../kit/endpoint.ts";
import { id, int, money, rate, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

export const financeSetting = z.object({
  id: id("编号"),
  remittance_second_limit: money("汇款复核限额", { min: 1 }),
  withdraw_second_limit: money("提现复核限额", { min: 1 }),
  write_off_limit: money("核销上限", { min: 0 }),
  adjust_file_limit: money("调账附件限额", { min: 0 }),
  match_suggest: int("建议匹配分", 1, 300),
  match_lead: int("建议领先分", 0, 100),
  gift_max_pct: int("赠送金每单上限(%)", 1, 100),
  withdraw_fee_bp: rate("提现手续费率"),
  withdraw_fee_min: money("提现最低手续费", { min: 0 }),
  embassy_tolerance: money("使馆费容差", { min: 0 }),
  tax_service_bp: rate("服务费税率"),
  /** Shown as 差额扣除; to be checked with the accountant. */
  tax_embassy_bp: rate("代收签证费税率"),
  special_surcharge_bp: rate("专票补差率"),
  item_service: text("服务费开票项目", { max: 60 }),
  item_embassy: text("代收签证费开票项目", { max: 60 }),
  statement_silent_days: int("账单默认确认(工作日)", 1, 30),
  overdue_freeze_days: int("逾期冻结授信(天)", 0, 90),
  export_approval_rows: int("导出审批行数", 1, 1_000_000),
  updated_by_name: z.nullable(text("修改人")),
  updated_at: time("修改时间"),
  version: version(),
});
const { id: _id, updated_by_name: _by, updated_at: _at, version: _version, ...form } = financeSetting.shape;

export const financeSettingApi = api({
  finance_setting_get: read("财务参数", may.balance, {}, financeSetting),
  finance_setting_update: write(
    "修改财务参数",
    may.period_close,
    { ...pick(financeSetting, "version"), ...optional(form) },
    financeSetting,
  ),
});
