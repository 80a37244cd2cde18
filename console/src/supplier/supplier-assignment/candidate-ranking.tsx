/** 为什么派给它: the ranking of a day as it stands now, and as it stood when somebody was assigned; 改派 from here. */
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";

type Answer = Output<typeof supplierAssignmentApi.supplier_candidate_query>;
type Candidate = Answer["candidates"][number];

interface Target {
  candidate: Candidate;
  planned_date: string;
}

/** By order's own act for those who process it, else by purchasing's. */
function Reroute({ applicantId, to, onClose }: { applicantId: number; to: Target; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const processes = useCan(may.order_process);
  const { candidate: c, planned_date } = to;
  const dialog = {
    title: `改派给「${c.supplier_name}」`,
    okText: "改派",
    intro: `计划送签日 ${planned_date}。结算价按现在的报价重新锁定。`,
    onDone: ({ results, done }: Output<typeof supplierAssignmentApi.supplier_reroute>): void => {
      tellOutcome("改派", "位申请人", { done, left: results.filter((r) => !r.ok).map(({ msg }) => ({ msg })) });
      afterWrite();
    },
    onClose,
    children: <Item name="reason" rows={2} placeholder="例如：客户改期，原供应商当日名额已满" />,
  };
  return processes ? (
    <FormDialog
      endpoint={applicantApi.applicant_supplier_set}
      initial={{ ids: [applicantId], supplier_id: c.supplier_id, planned_date }}
      {...dialog}
    />
  ) : (
    <FormDialog
      endpoint={supplierAssignmentApi.supplier_reroute}
      initial={{ rows: [{ applicant_id: applicantId, supplier_product_id: c.supplier_product_id, planned_date }] }}
      {...dialog}
    />
  );
}

const Usable = ({ candidate: c }: { candidate: Candidate }) =>
  c.is_usable ? (
    <span className="vd-good">可用</span>
  ) : (
    <TwoLines under={c.next_free && `最近可送 ${c.next_free}`} title={c.reason ?? ""}>
      <span className="vd-warn">{c.reason ?? "不可用"}</span>
    </TwoLines>
  );

function Supplier({ candidate: c, taken }: { candidate: Candidate; taken: boolean }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("supplier-view", { id: c.supplier_id }, codes);
  return (
    <>
      {href ? <HrefLink href={href}>{c.supplier_name}</HrefLink> : c.supplier_name}
      {taken && <Mark tone="blue">现派</Mark>}
    </>
  );
}

interface RankingProps {
  label: string;
  candidates: readonly Candidate[];
  none: string;
  taken: number | null;
  act?: (candidate: Candidate) => ReactNode;
}
function Ranking({ label, candidates, none, taken, act }: RankingProps) {
  const columns: readonly RowsColumnOf<Candidate>[] = [
    { title: "名次", num: true, end: true, width: 48, cell: (_, i) => i + 1 },
    { name: "supplier_name", cell: (c) => <Supplier candidate={c} taken={c.supplier_id === taken} /> },
    "priority",
    candidates.some((c) => c.amount !== undefined) && {
      name: "amount",
      end: true,
      cell: (c) => (
        <TwoLines end num under={c.currency === "CNY" ? "" : c.currency}>
          <Money cents={c.amount} />
        </TwoLines>
      ),
    },
    { title: "时效(工作日)", num: true, cell: (c) => `${c.lead_min}–${c.lead_max}` },
    { title: "名额", num: true, cell: (c) => (c.quota === null ? "不限" : `${c.used}/${c.quota}`) },
    { title: "结论", cell: (c) => <Usable candidate={c} /> },
    act !== undefined && { title: "操作", unseen: true, cell: act },
  ];
  return (
    <Section title={label} flush>
      <Rows
        label={label}
        of={supplierAssignmentApi.supplier_candidate_query.output.shape.candidates}
        rows={candidates}
        by="supplier_product_id"
        none={none}
        columns={columns}
      />
    </Section>
  );
}

const Taken = ({ assigned: a }: { assigned: NonNullable<Answer["assigned"]> }) => (
  <p className="vd-wraps">
    <span>
      现派给 <b>{a.supplier_name}</b>
    </span>
    <span className="vd-num">计划送签 {a.planned_date}</span>
    {a.cny_amount !== undefined && (
      <span>
        结算价 <Money cents={a.cny_amount} />
      </span>
    )}
    <span className="vd-muted">
      {a.assigned_by_name ?? "系统"} 于 <TimeText at={a.assigned_at} /> 分派
    </span>
  </p>
);

export function CandidateRanking({ applicantId }: { applicantId: number }) {
  const [date, setDate] = useState<string | null>(null);
  const [dialog, open] = useDialog();
  const mayMove = useCan({ any: [may.order_process, may.supplier] });
  const answer = useRecord(supplierAssignmentApi.supplier_candidate_query, {
    applicant_id: applicantId,
    ...(date !== null && { planned_date: date }),
  });
  const { data, isPlaceholderData } = answer;
  if (!data) return <Unread slim answer={answer} rows={6} />;
  const taken = data.assigned?.supplier_id ?? null;
  const act = (candidate: Candidate) => {
    const on = candidate.is_usable ? data.planned_date : candidate.next_free;
    if (on === null || (candidate.supplier_id === taken && on === data.assigned?.planned_date)) return null;
    return (
      <Button
        type="link"
        size="small"
        onClick={() => open((close) => <Reroute applicantId={applicantId} to={{ candidate, planned_date: on }} onClose={close} />)}
      >
        {candidate.is_usable ? "改派" : `改派到 ${on.slice(5)}`}
      </Button>
    );
  };
  return (
    <Stack gap={16} className={isPlaceholderData ? "is-stale" : ""}>
      {data.assigned ? <Taken assigned={data.assigned} /> : <p className="vd-muted">还没有分派</p>}
      {data.stays !== null && <p className="vd-note is-plain vd-small">{data.stays}</p>}
      <div className="vd-row">
        <label htmlFor="candidate-day">计划送签日</label>
        <span>
          <DateInput
            id="candidate-day"
            value={date ?? data.planned_date}
            onChange={setDate}
            isOff={(day) => day < shanghaiDate(new Date())}
          />
        </span>
      </div>
      <Ranking
        label={`${data.planned_date} 的排名`}
        candidates={data.candidates}
        none="这个商品还没有匹配供应商"
        taken={taken}
        {...(mayMove && data.stays === null && { act })}
      />
      {data.kept.length > 0 && <Ranking label="分派时的排名" candidates={data.kept} none="" taken={taken} />}
      {dialog}
    </Stack>
  );
}
