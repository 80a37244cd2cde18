/** What a supplier announces, chosen from all that lies with it: by name, number or order, page by page, of several people at once. */
import { Button, Checkbox, Form } from "antd";
import { useEffect, useRef, useState } from "react";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { PARCEL_ITEMS_MAX } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { TextBox } from "#kit/inputs/text-box.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Pages } from "#kit/table/pages.tsx";

type Source = Output<typeof supplierParcelApi.supplier_parcel_source_query>["list"][number];
interface Announced {
  applicant_id: number;
  material_id: number;
  name: string;
  count: number;
}
interface InputProps {
  value?: readonly Announced[] | null;
  onChange?: (value: Announced[]) => void;
}
const PAGE = 20;
const announced = ({ id, applicant_id, name, count }: Source): Announced => ({ applicant_id, material_id: id, name, count });
const peopleIn = (items: readonly Announced[]): number => new Set(items.map((i) => i.applicant_id)).size;

interface ListProps extends Required<InputProps> {
  supplierId: number;
}

function Picked({ value, onChange }: Required<InputProps>) {
  const items = value ?? [];
  return (
    <div className="vd-row vd-small">
      <output>{items.length === 0 ? "还没有选择" : `已选 ${peopleIn(items)} 人 ${piecesOf(items)} 件`}</output>
      {items.length > 0 && (
        <Button type="link" size="small" onClick={() => onChange([])}>
          清空
        </Button>
      )}
      {items.length > PARCEL_ITEMS_MAX && <span className="vd-error">一张交接单最多 {PARCEL_ITEMS_MAX} 行</span>}
    </div>
  );
}

function SourceList({ supplierId, value, onChange }: ListProps) {
  const [typed, setTyped] = useState("");
  const [keyword, setKeyword] = useState("");
  const [page, setPage] = useState(1);
  const answer = useRecord(supplierParcelApi.supplier_parcel_source_query, {
    supplier_id: supplierId,
    page,
    page_size: PAGE,
    ...(keyword && { keyword }),
  });
  const { data } = answer;
  // A number is looked up whole, not digit by digit.
  const search = (text: string): void => {
    if (text.trim() === keyword) return;
    setKeyword(text.trim());
    setPage(1);
  };
  const items = value ?? [];
  const isIn = (s: Source): boolean => items.some((i) => i.material_id === s.id);
  const put = (some: readonly Source[], on: boolean): void => {
    const rest = items.filter((i) => !some.some((s) => s.id === i.material_id));
    onChange(on ? [...rest, ...some.map(announced)] : rest);
  };
  const rows = data?.list ?? [];
  const all = rows.length > 0 && rows.every(isIn);
  return (
    <div className="vd-near">
      <TextBox
        label="姓名、护照号、申请人号或订单号"
        value={typed}
        onType={(text) => {
          setTyped(text);
          if (text === "") search("");
        }}
        onLeave={() => search(typed)}
        onKeyDown={(e) => {
          if (e.key !== "Enter") return;
          e.preventDefault();
          search(typed);
        }}
      />
      {data ? (
        <Rows
          label="供应商处原件"
          of={supplierParcelApi.supplier_parcel_source_query.row}
          rows={rows}
          maxHeight="36vh"
          none={keyword ? "没有符合的原件在该供应商处" : "没有原件在该供应商处"}
          columns={[
            {
              title: (
                <Checkbox
                  aria-label="选择本页"
                  checked={all}
                  indeterminate={!all && rows.some(isIn)}
                  onChange={(e) => put(rows, e.target.checked)}
                />
              ),
              width: 40,
              cell: (s) => (
                <Checkbox aria-label={`${s.applicant_no} ${s.name}`} checked={isIn(s)} onChange={(e) => put([s], e.target.checked)} />
              ),
            },
            { title: "申请人", cell: (s) => <TwoLines under={s.passport_no}>{s.name_cn ?? s.applicant_no}</TwoLines> },
            "applicant_no",
            { name: "name", cell: (s) => (s.count > 1 ? `${s.name} ×${s.count}` : s.name) },
            "holder",
          ]}
        />
      ) : (
        <Unread slim rows={3} answer={answer} />
      )}
      <div className="vd-row">
        <Picked value={value} onChange={onChange} />
        <span className="vd-grow" />
        <Pages page={page} size={PAGE} total={data?.total} onChange={setPage} />
      </div>
    </div>
  );
}

/** Field of a form that has a supplier: chosen anew with another one. */
export function SourceItems({ value = null, onChange }: InputProps) {
  const { form } = useFormScope();
  const supplier: unknown = Form.useWatch("supplier_id", form);
  const last = useRef(supplier);
  useEffect(() => {
    if (last.current === supplier) return;
    last.current = supplier;
    onChange?.([]);
  }, [supplier, onChange]);
  if (typeof supplier !== "number") return <p className="vd-muted">先选择供应商</p>;
  return <SourceList key={supplier} supplierId={supplier} value={value} onChange={(items) => onChange?.(items)} />;
}
