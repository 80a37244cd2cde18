/** 今日应寄: who is assigned to which supplier, each original here or missing, and one press for his hand-over list. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { None, Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Expected } from "./parcel-cells.tsx";
import { parcelHref } from "./parcel-place.ts";
import { useDue, type DueFilter } from "./parcel-stats.tsx";

type DueSupplier = Output<typeof supplierParcelApi.supplier_parcel_due_query>["suppliers"][number];

export const Original = ({ o }: { o: Expected["originals"][number] }) => {
  const name = o.count > 1 ? `${o.name}×${o.count}` : o.name;
  if (o.parcel_no) return <Mark tone="blue">{`${name} 已在 ${o.parcel_no}`}</Mark>;
  return o.is_here ? <Mark tone="green">{name} 在我方</Mark> : <Mark tone="red">{name} 未到</Mark>;
};

/** What may be packed: it lies here and is on no other list. */
const itemsOf = (people: readonly Expected[]) =>
  people.flatMap((p) =>
    p.originals.flatMap((o) =>
      o.is_here && !o.parcel_no ? [{ applicant_id: p.applicant_id, material_id: o.material_id, name: o.name, count: o.count }] : [],
    ),
  );

function SupplierDue({ s, day, onMade }: { s: DueSupplier; day: string; onMade: (no: string) => void }) {
  const afterWrite = useAfterWrite();
  const items = itemsOf(s.people);
  const make = async (): Promise<boolean> => {
    try {
      const { parcel_no } = await ask(supplierParcelActApi.supplier_parcel_add, {
        supplier_id: s.supplier_id,
        purpose: "submit",
        mode: "express",
        planned_send_on: day,
        items,
        idempotency_key: uuid(),
      });
      toast.success(`已建 ${parcel_no}，${piecesOf(items)} 件`);
      onMade(parcel_no);
      return true;
    } catch {
      // The client has said why; what moved on is asked again.
      return false;
    } finally {
      afterWrite();
    }
  };
  return (
    <Section
      flush
      title={
        <>
          {s.supplier_name}{" "}
          <small className="vd-num">
            {s.people.length} 人 · 在我方 {s.here} 件{s.missing > 0 && <span className="vd-error"> · 缺 {s.missing} 件</span>}
          </small>
        </>
      }
      extra={
        <span className="vd-row vd-small">
          {s.parcel_nos.map((no) => (
            <HrefLink key={no} href={parcelHref(no)} className="vd-link vd-num">
              {no}
            </HrefLink>
          ))}
          {items.length > 0 && (
            <ActButton size="small" type="primary" onClick={make}>
              一键建单 {piecesOf(items)} 件
            </ActButton>
          )}
        </span>
      }
    >
      <Rows
        label={`${s.supplier_name}应寄`}
        rows={s.people}
        by="applicant_id"
        columns={[
          { title: "申请人", width: 180, cell: (p) => <TwoLines under={p.applicant_no}>{p.name_cn ?? "未填姓名"}</TwoLines> },
          { title: "护照号", width: 132, num: true, cell: (p) => p.passport_no ?? "—" },
          { title: "领区", width: 96, cell: (p) => p.district_name || "—" },
          { title: "计划送签日", width: 108, num: true, cell: (p) => p.planned_date },
          {
            title: "原件",
            cell: (p) => (
              <span className="vd-wraps">
                {p.originals.length === 0 && <span className="vd-muted">无需原件</span>}
                {p.originals.map((o) => (
                  <Original key={o.material_id} o={o} />
                ))}
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

export interface ParcelDueProps {
  filter: DueFilter;
  onMade: (no: string) => void;
}

export function ParcelDue({ filter, onMade }: ParcelDueProps) {
  const answer = useDue(filter);
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  if (data.suppliers.length === 0)
    return <None>{Object.keys(filter).length > 0 ? "没有符合筛选的申请人" : `${data.date} 没有要寄给供应商的申请人`}</None>;
  return (
    <>
      {data.suppliers.map((s) => (
        <SupplierDue key={s.supplier_id} s={s} day={data.date} onMade={onMade} />
      ))}
    </>
  );
}
