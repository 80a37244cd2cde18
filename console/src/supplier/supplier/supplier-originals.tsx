/** 原件 at a supplier: how many of how many, and each of them with its person and its days. */

import { useState } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { Unread } from "#kit/page/reads.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Meter, Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Pages } from "#kit/table/pages.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { supplierOriginalApi } from "@visadesk/contract/supplier/supplier-original.ts";
import { DaysHeld, type SupplierDetail } from "./supplier-words.tsx";

type Original = Output<typeof supplierOriginalApi.supplier_original_query>["list"][number];
const FULL = 90;
const PAGE = 50;

function Load({ supplier: s }: { supplier: SupplierDetail }) {
  const percent = (s.passports_held / s.originals_limit) * 100;
  return (
    <Stack gap={8} className={percent > 100 ? "vd-tone-red" : percent >= FULL ? "vd-tone-orange" : ""}>
      <p>
        <b className="vd-big vd-num">{s.passports_held}</b> <span className="vd-muted">本护照，上限 {s.originals_limit} 本</span>
      </p>
      <Meter percent={percent} />
      {percent > 100 && <p className="vd-error">已超过上限，再寄须写明原因</p>}
    </Stack>
  );
}

function Person({ original: o }: { original: Original }) {
  const codes = session.use((c) => c.codes);
  const params = { orderId: o.order_id, applicantId: o.applicant_id };
  const href = hrefOf("applicant-detail", params, codes) ?? hrefOf("admin-applicant-detail", params, codes);
  const name = o.name_cn ?? "未填写";
  return <TwoLines under={o.applicant_no}>{href ? <HrefLink href={href}>{name}</HrefLink> : name}</TwoLines>;
}

export function SupplierOriginals({ supplier: s }: { supplier: SupplierDetail }) {
  const codes = session.use((c) => c.codes);
  const parcels = hrefOf("supplier-logistics-list", {}, codes, { supplier_id: s.id });
  const [page, setPage] = useState(1);
  const answer = useRecord(supplierOriginalApi.supplier_original_query, {
    supplier_id: s.id,
    page,
    page_size: PAGE,
  });
  const { data } = answer;
  return (
    <Stack gap={16}>
      <Section
        title="在其处原件"
        extra={
          parcels && (
            <HrefLink href={parcels} className="vd-link">
              查看往来交接单
            </HrefLink>
          )
        }
      >
        <Load supplier={s} />
      </Section>
      <Section title="明细" flush extra={<span className="vd-muted">在其处最久的在前</span>}>
        {data ? (
          <Rows
            label="在其处原件"
            of={supplierOriginalApi.supplier_original_query.row}
            rows={data.list}
            none="没有原件在该供应商处"
            columns={[
              { name: "applicant_no", cell: (o) => <Person original={o} /> },
              { name: "name", cell: (o) => (o.count > 1 ? `${o.name} ×${o.count}` : o.name) },
              "sku_name",
              { name: "applicant_status", cell: (o) => flowTag(applicantFlow, o.applicant_status) },
              { name: "held_since", cell: (o) => <TimeText at={o.held_since} /> },
              { name: "days", end: true, cell: (o) => <DaysHeld days={o.days} /> },
              "back_on",
            ]}
          />
        ) : (
          <Unread inset slim answer={answer} rows={4} />
        )}
        <Pages page={page} size={PAGE} total={data?.total} onChange={setPage} inset />
      </Section>
    </Stack>
  );
}
