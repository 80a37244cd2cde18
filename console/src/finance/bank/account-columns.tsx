/** Columns of 资金账户. */
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { companyAccountFlow } from "@visadesk/contract/finance/company-account.flow.ts";
import { COMPANY_ACCOUNT_KINDS } from "@visadesk/contract/finance/cash.words.ts";
import type { CompanyAccount } from "./account-form.tsx";

const Blank = () => <span className="vd-blank">—</span>;
const limit = (name: "day_limit" | "low_water", none: string): Column<CompanyAccount> => ({
  name,
  width: 112,
  align: "end",
  render: (a) => (a[name] === null ? <span className="vd-muted">{none}</span> : <Money cents={a[name]} />),
});

export const ACCOUNT_COLUMNS: readonly Column<CompanyAccount>[] = [
  {
    name: "name",
    sort: "name",
    width: 136,
    render: (a) => (
      <span className="vd-marks">
        {a.name}
        {a.is_mine && a.account_status === "draft" && <Mark>由我提交</Mark>}
      </span>
    ),
  },
  { name: "kind", width: 88, render: (a) => COMPANY_ACCOUNT_KINDS[a.kind] },
  {
    name: "account_no",
    title: "账号/开户行",
    width: 176,
    exports: ["account_no", "bank_name"],
    render: (a) =>
      a.account_no === "" ? (
        <Blank />
      ) : (
        <TwoLines under={a.bank_name}>
          <span className="vd-num">{a.account_no}</span>
        </TwoLines>
      ),
  },
  { name: "holder", width: 160, render: (a) => a.holder || <Blank /> },
  { name: "currency", width: 72, render: (a) => a.currency },
  limit("day_limit", "不限"),
  limit("low_water", "不提醒"),
  {
    name: "balance",
    width: 128,
    align: "end",
    render: (a) => (
      <span className={a.low_water !== null && a.balance < a.low_water ? "vd-error" : ""}>
        <Money cents={a.balance} />
      </span>
    ),
  },
  { name: "account_status", width: 88, render: (a) => flowTag(companyAccountFlow, a.account_status) },
  {
    name: "submitted_by_name",
    title: "提交/确认人",
    width: 128,
    exports: ["submitted_by_name", "confirmed_by_name", "confirmed_at"],
    render: (a) => (
      <TwoLines under={a.confirmed_by_name && <TimeText at={a.confirmed_at} />}>
        {a.submitted_by_name ?? "系统"} / {a.confirmed_by_name ?? "—"}
      </TwoLines>
    ),
  },
];
