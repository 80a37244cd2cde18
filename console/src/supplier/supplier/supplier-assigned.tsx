/** 在办申请人 of a supplier, and 改派 of those who are picked. */
import { Button } from "antd";
import { useState } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { None, Section, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { Pages } from "#kit/table/pages.tsx";
import { CandidateLink } from "#shared/candidate-link.tsx";
import { RerouteDialog } from "#shared/reroute/reroute-part.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";

type Assigned = Output<typeof supplierAssignmentApi.supplier_assignment_query>["list"][number];
const PAGE = 50;

function Person({ assigned: a }: { assigned: Assigned }) {
  const codes = session.use((s) => s.codes);
  const params = { orderId: a.order_id, applicantId: a.applicant_id };
  const href = hrefOf("applicant-detail", params, codes) ?? hrefOf("admin-applicant-detail", params, codes);
  const name = a.name_cn ?? "未填写";
  return <TwoLines under={a.applicant_no}>{href ? <HrefLink href={href}>{name}</HrefLink> : name}</TwoLines>;
}

const columnsFor = (seesCost: boolean): TableColumn<Assigned>[] => [
  { key: "applicant_no", width: 168, render: (a) => <Person assigned={a} /> },
  { key: "sku_name", render: (a) => a.sku_name },
  { key: "applicant_status", width: 152, render: (a) => flowTag(applicantFlow, a.applicant_status) },
  {
    key: "planned_date",
    width: 128,
    render: (a) => (
      <TwoLines num under={a.promised_on && `承诺 ${a.promised_on}`}>
        {a.planned_date}
      </TwoLines>
    ),
  },
  ...(seesCost ? [{ key: "cny_amount", width: 104, align: "end" as const, render: (a: Assigned) => <Money cents={a.cny_amount} /> }] : []),
  { key: "assigned_at", width: 112, render: (a) => <TimeText at={a.assigned_at} stacked /> },
  {
    key: "why",
    title: "依据",
    width: 112,
    render: (a) => <CandidateLink applicantId={a.applicant_id}>为什么派给它</CandidateLink>,
  },
];

export function SupplierAssigned({ supplierId }: { supplierId: number }) {
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [dialog, open] = useDialog();
  const answer = useRecord(supplierAssignmentApi.supplier_assignment_query, {
    supplier_id: supplierId,
    page,
    page_size: PAGE,
    sort: "planned_date",
    order: "asc",
  });
  const { data } = answer;
  const reroute = (): void =>
    open((close) => <RerouteDialog supplierId={supplierId} applicantIds={picked} onDone={() => setPicked([])} onClose={close} />);
  return (
    <Section
      title="在办申请人"
      flush
      extra={
        <Button size="small" type="primary" disabled={picked.length === 0} onClick={reroute}>
          {picked.length === 0 ? "改派" : `改派 ${picked.length} 位`}
        </Button>
      }
    >
      {!data ? (
        <Unread inset slim answer={answer} rows={4} />
      ) : data.list.length === 0 ? (
        <None>没有在办申请人</None>
      ) : (
        <>
          <Table
            label="在办申请人"
            of={supplierAssignmentApi.supplier_assignment_query.row}
            columns={columnsFor(data.list.some((a) => a.cny_amount !== undefined))}
            rows={data.list}
            rowKey={(a) => a.id}
            density="small"
            checks={{ idOf: (a) => a.applicant_id, picked, onPick: setPicked }}
          />
          <Pages page={page} size={PAGE} total={data.total} onChange={setPage} inset />
        </>
      )}
      {dialog}
    </Section>
  );
}
