/** Inputs of moves that are more than a plain field: refused papers, counted originals, where a rollback leads. */
import { Checkbox, Input, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { Reads } from "#kit/page/reads.tsx";
import { ask } from "#kit/act/ask.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Applicant, Material } from "./applicant-model.ts";
import { reasonsFor, useReasons } from "../material/reject-reasons.ts";

const COUNTED = int("实收", 0, 99);
interface Rejected {
  material_id: number;
  reject_code?: string;
  reject_text?: string;
}

interface RejectItemsProps {
  value?: readonly Rejected[];
  onChange?: (items: Rejected[]) => void;
  materials: readonly Material[];
}
/** Items ticked with a reason each. */
export function RejectItems({ value = [], onChange, materials }: RejectItemsProps) {
  const { data: reasons = [] } = useReasons(null);
  const set = (id: number, patch: Partial<Rejected>): void => onChange?.(value.map((v) => (v.material_id === id ? { ...v, ...patch } : v)));
  const toggle = (id: number, on: boolean): void =>
    onChange?.(on ? [...value, { material_id: id }] : value.filter((v) => v.material_id !== id));
  if (materials.length === 0) return <p className="vd-muted">没有可选的资料</p>;
  return (
    <ul className="vd-near vd-scrolls">
      {materials.map((m) => {
        const mine = value.find((v) => v.material_id === m.id);
        return (
          <li key={m.id} className="vd-wraps">
            <Checkbox checked={mine !== undefined} onChange={(e) => toggle(m.id, e.target.checked)}>
              {m.name}
            </Checkbox>
            {flowTag(materialFlow, m.material_status)}
            {mine && (
              <div className="ord-pick">
                <Select
                  size="small"
                  aria-label={`${m.name}的原因`}
                  placeholder="原因"
                  options={reasonsFor(reasons, m.kind).map((r) => ({ value: r.code, label: r.text, title: r.advice }))}
                  value={mine.reject_code ?? null}
                  onChange={(c) => set(m.id, { reject_code: c })}
                />
                <Input
                  size="small"
                  aria-label={`${m.name}的说明`}
                  placeholder="说明，客户可见"
                  maxLength={200}
                  value={mine.reject_text ?? ""}
                  onChange={(e) => set(m.id, { reject_text: e.target.value })}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface CountsProps {
  value?: readonly { material_id: number; count: number }[];
  onChange?: (counts: { material_id: number; count: number }[]) => void;
  materials: readonly Material[];
}
/** How many copies of each original are really here. */
export function OriginalCounts({ value = [], onChange, materials }: CountsProps) {
  return (
    <Rows
      label="原件"
      rows={materials}
      columns={[
        {
          title: "资料",
          cell: (m) => (
            <>
              {m.name}
              {m.is_original && <small className="vd-muted"> 原件</small>}
            </>
          ),
        },
        { title: "应收", num: true, cell: (m) => Math.max(1, m.copies) },
        {
          title: "实收",
          cell: (m) => (
            <NumberInput
              of={COUNTED}
              narrow
              size="small"
              aria-label={`${m.name}实收`}
              value={value.find((v) => v.material_id === m.id)?.count ?? null}
              onChange={(count) =>
                onChange?.([...value.filter((v) => v.material_id !== m.id), ...(count === null ? [] : [{ material_id: m.id, count }])])
              }
            />
          ),
        },
      ]}
    />
  );
}

interface TargetProps {
  value?: string;
  onChange?: (to: string) => void;
  id?: string;
  applicant: Applicant;
}
/** Where to go back to, the nearest step first and the one that undoes most last, and what that undoes, before it is done. */
export function RollbackTarget({ value, onChange, id, applicant: a }: TargetProps) {
  const preview = useQuery({
    queryKey: ["applicant_rollback_preview", a.id, a.version, value],
    enabled: value !== undefined,
    queryFn: ({ signal }) => ask(applicantApi.applicant_rollback_preview, { id: a.id, to: value ?? "" }, { signal, noToast: true }),
  });
  return (
    <>
      <Select
        {...(id !== undefined && { id })}
        className="vd-wide"
        placeholder="请选择"
        options={a.rollback_to.toReversed().map((t) => ({ value: t.state, label: t.label }))}
        value={value ?? null}
        onChange={(v) => {
          if (v) onChange?.(v);
        }}
      />
      {value !== undefined && (
        <output className="vd-note is-after">
          <Reads slim answer={preview} rows={2}>
            {({ missing, effects }) => (
              <>
                {missing && <p className="vd-error">{missing}</p>}
                <ul>
                  {effects.map((e) => (
                    <li key={e}>{e}</li>
                  ))}
                </ul>
              </>
            )}
          </Reads>
        </output>
      )}
    </>
  );
}
