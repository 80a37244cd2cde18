/** 产品匹配 and 物流 of a supplier: the newest of each, with the way to their lists. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { ReactNode } from "react";
import { Cost } from "../supplier-product/match-cells.tsx";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { MATCH_STATES, MATCH_TONES, PARCEL_STAGES, PARCEL_TONES } from "@visadesk/contract/supplier/supplier.words.ts";

const SHOWN = 20;

interface CardProps<A> {
  title: string;
  route: string;
  supplierId: number;
  answer: { data: A | undefined; error: unknown; refetch: () => unknown };
  children: (answer: A) => ReactNode;
}
/** Rows of another list, and the way there. */
function Card<A extends { list: readonly unknown[]; total: number | null }>({ title, route, supplierId, answer, children }: CardProps<A>) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf(route, {}, codes, { supplier_id: supplierId });
  const { data } = answer;
  const more = data?.total && data.total > data.list.length ? `全部 ${data.total} 条` : "打开列表";
  return (
    <Section
      title={title}
      flush
      extra={
        href && (
          <HrefLink href={href} className="vd-link">
            {more}
          </HrefLink>
        )
      }
    >
      {data ? children(data) : <Unread inset slim answer={answer} rows={4} />}
    </Section>
  );
}

export function SupplierMatches({ supplierId }: { supplierId: number }) {
  const answer = useRecord(supplierProductApi.supplier_product_query, { supplier_id: [supplierId], page_size: SHOWN });
  return (
    <Card title="产品匹配" route="supplier-product-list" supplierId={supplierId} answer={answer}>
      {({ list }) => (
        <Rows
          label="产品匹配"
          of={supplierProductApi.supplier_product_query.row}
          rows={list}
          none="还没有匹配商品"
          columns={[
            {
              name: "sku_name",
              cell: (m) => (
                <TwoLines under={`${m.sku_no} ${m.district_name}`}>
                  <Flag emoji={m.flag_emoji} />
                  {m.sku_name}
                </TwoLines>
              ),
            },
            { name: "priority", end: true },
            list.some((m) => m.adult !== undefined) && {
              name: "adult",
              end: true,
              cell: (m) => <Cost minor={m.adult} currency={m.currency} />,
            },
            { title: "时效(工作日)", num: true, cell: (m) => `${m.lead_min}–${m.lead_max}` },
            {
              name: "daily_quota",
              end: true,
              num: true,
              cell: (m) => (m.daily_quota === null ? "不限" : `${m.used_today}/${m.daily_quota}`),
            },
            "valid_to",
            { name: "match_state", cell: (m) => <StateTag tone={MATCH_TONES[m.match_state]}>{MATCH_STATES[m.match_state]}</StateTag> },
          ]}
        />
      )}
    </Card>
  );
}

export function SupplierParcels({ supplierId }: { supplierId: number }) {
  const answer = useRecord(supplierParcelApi.supplier_parcel_query, { supplier_id: [supplierId], page_size: SHOWN });
  return (
    <Card title="物流" route="supplier-logistics-list" supplierId={supplierId} answer={answer}>
      {({ list }) => (
        <Rows
          label="交接单"
          of={supplierParcelApi.supplier_parcel_query.row}
          rows={list}
          none="还没有往来交接单"
          columns={[
            "parcel_no",
            "type",
            "purpose",
            { name: "item_count", cell: (p) => `${p.item_count}（护照 ${p.passports}）` },
            "waybill_no",
            { name: "sent_at", cell: (p) => <TimeText at={p.sent_at} /> },
            { name: "signed_at", cell: (p) => <TimeText at={p.signed_at} /> },
            { name: "stage", cell: (p) => <StateTag tone={PARCEL_TONES[p.stage]}>{PARCEL_STAGES[p.stage]}</StateTag> },
            {
              name: "issue_count",
              end: true,
              cell: (p) => <span className={p.issue_count > 0 ? "vd-num vd-error" : "vd-num vd-muted"}>{p.issue_count}</span>,
            },
          ]}
        />
      )}
    </Card>
  );
}
