/** Before a rule of a country is saved: whom it reaches, those whose passport is too short first. */
import { Alert } from "antd";
import { Dialog } from "#kit/form/dialog.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { useOrderHref } from "#shared/order-href.ts";
import { session } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { UNSUBMITTED_STATES } from "@visadesk/contract/order/words.ts";
import type { Country } from "./country-cells.tsx";
import type { RuleChange } from "./country-rules.ts";
import "./country.css";

type Person = Output<typeof countryApi.country_impact_query>["list"][number];

export interface CountryImpactProps {
  country: Country;
  rules: readonly RuleChange[];
  /** The months a passport must be valid after the save. */
  months: number;
  impact: Output<typeof countryApi.country_impact_get>;
  /** True: save. */
  onClose: (save: boolean) => void;
}

const WIDTH = 860;
const SHOWN = 50;

/** In a tab of its own: the form behind keeps what was typed. */
const Beside = ({ href, children }: { href: string | undefined; children: string }) =>
  href ? (
    <a href={href} target="_blank" rel="noreferrer" className="vd-link">
      {children}
    </a>
  ) : (
    <>{children}</>
  );

function OrderLink({ person: p }: { person: Person }) {
  return <Beside href={useOrderHref(p.order_id)}>{p.order_no}</Beside>;
}

const COLUMNS: readonly TableColumn<Person>[] = [
  { key: "order_no", width: 160, render: (p) => <OrderLink person={p} /> },
  {
    key: "name_cn",
    width: 128,
    render: (p) => (
      <>
        {p.name_cn ?? "未填写"}
        {p.is_short && <Mark tone="red">护照不足</Mark>}
      </>
    ),
  },
  { key: "applicant_status", width: 136, render: (p) => flowTag(applicantFlow, p.applicant_status) },
  { key: "return", title: "回国或出行", width: 112, render: (p) => <span className="vd-num">{p.return_date ?? "—"}</span> },
  { key: "passport_expiry_date", width: 120, render: (p) => <span className="vd-num">{p.passport_expiry_date ?? "未填写"}</span> },
];

/** Everybody of the country who is not submitted, in 订单处理. */
function ListLink({ country }: { country: string }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("order-list", {}, codes, { country_id: country, applicant_status: UNSUBMITTED_STATES.join(",") });
  return href ? <Beside href={href}>在订单处理中查看</Beside> : null;
}

export function CountryImpact({ country, rules, months, impact, onClose }: CountryImpactProps) {
  const filter = { country_id: country.id, passport_months: months };
  const answer = useRecord(countryApi.country_impact_query, { ...filter, page_size: SHOWN });
  const people = answer.data?.list ?? [];
  const hidden = impact.total - people.length;
  return (
    <Dialog
      width={WIDTH}
      title={`${country.name_zh}：规则改动影响未送签的订单`}
      okText="仍然保存"
      cancelText="返回修改"
      typed={false}
      onOk={() => onClose(true)}
      onClose={() => onClose(false)}
      aside={
        <span className="vd-row is-wide">
          <ExportButton endpoint="country_impact_query" filter={filter} columns={[]} expected={answer.data?.total ?? undefined} />
          <ListLink country={country.id} />
        </span>
      }
    >
      <p className="vd-wraps">
        {rules.map((r) => (
          <span key={r.label}>
            {r.label} <s>{r.before}</s> → <b>{r.after}</b>
          </span>
        ))}
      </p>
      <Alert
        type={impact.short > 0 ? "warning" : "info"}
        showIcon
        title={`${impact.orders} 个订单的 ${impact.total} 名申请人尚未送签${impact.short > 0 ? `，其中 ${impact.short} 人的护照按新规则不足` : "，护照均满足新规则"}`}
        description="已下订单仍按下单时的规则校验，保存后不会自动改动，请逐一联系客户。"
      />
      {!answer.data ? (
        <Unread slim answer={answer} rows={5} />
      ) : people.length === 0 ? (
        <p className="vd-muted">这些订单不在您的数据范围内，请联系订单主管处理。</p>
      ) : (
        <Table
          of={countryApi.country_impact_query.output.shape.list}
          label="受影响的申请人"
          columns={COLUMNS}
          rows={people}
          rowKey={(p) => p.id}
          density="small"
          maxHeight={320}
        />
      )}
      {people.length > 0 && hidden > 0 && (
        <p className="vd-muted">
          只列出前 {people.length} 人，其余 {hidden} 人请导出查看。
        </p>
      )}
    </Dialog>
  );
}
