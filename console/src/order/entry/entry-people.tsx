/** Step 3: the people, typed, pasted from a sheet, or read from the two lines of a passport. A few are all open; of more, one at a time. */
import { Button, Form } from "antd";
import { memo, useCallback, useState } from "react";
import { useFormScope } from "#kit/form/form.tsx";
import { typeAt } from "#kit/form/field-kinds.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { labelOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { RELATIONS } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { wordOf } from "#kit/words.ts";
import type { EntryPerson, EntrySku } from "./entry-model.ts";
import { MrzDialog, PasteDialog } from "./entry-paste.tsx";
import { PersonFields } from "./entry-person.tsx";
import { useEntryStore } from "./entry-store.ts";

/** So many people stand open side by side. */
const OPEN_AT_ONCE = 3;
const MAX_PEOPLE = 50;
const NOBODY: readonly EntryPerson[] = [];

const isBlank = (p: EntryPerson | undefined): boolean =>
  !p || Object.entries(p).every(([name, v]) => name === "relation" || name === "protection" || v === undefined || v === null || v === "");

const personType = typeAt(orderApi.order_add.input, "applicants.0");
/** The first wrong field of a closed row, by its name. */
function faultOf(p: EntryPerson): string | null {
  if (!personType) return null;
  const values = new Map<string, unknown>(Object.entries(p));
  for (const [name, type] of Object.entries(shapeOf(personType))) {
    const fault = faultOfField(type, values.get(name));
    if (fault) return `${labelOf(personType, name)}：${fault}`;
  }
  return null;
}

interface RowProps {
  person: EntryPerson;
  index: number;
  onOpen: (index: number) => void;
  onRemove: (index: number) => void;
}

/** Somebody among many, as one row of text. */
const PersonRow = memo(function PersonRow({ person: p, index, onOpen, onRemove }: RowProps) {
  const fault = faultOf(p);
  return (
    <tr className={fault ? "is-wrong" : undefined}>
      <td className="vd-num vd-muted">{index + 1}</td>
      <td>
        <button type="button" className="vd-plain vd-link" aria-label={`打开第${index + 1}位`} onClick={() => onOpen(index)}>
          {p.name_cn || "未填姓名"}
        </button>
      </td>
      <td>{[p.surname_en, p.given_name_en].filter(Boolean).join(" ") || "—"}</td>
      <td className="vd-num">{p.birth_date ?? "—"}</td>
      <td>{p.identity ? IDENTITIES[p.identity] : "—"}</td>
      <td className="vd-num">{p.passport_no || "—"}</td>
      <td>{p.relation ? wordOf(RELATIONS, p.relation) : "—"}</td>
      <td className="vd-error">{fault}</td>
      <td>
        <Button type="text" size="small" aria-label={`删除第${index + 1}行`} onClick={() => onRemove(index)}>
          删除
        </Button>
      </td>
    </tr>
  );
});

const HEADS = ["序号", "姓名", "拼音", "出生日期", "身份", "护照号", "关系", "待改", "操作"];

const Held = () => null;
/** Every value of the people, so that a row that is not open is sent as well; its faults without a field are said below. */
const HeldPeople = () => (
  <Form.Item name="applicants" className="en-held">
    <Held />
  </Form.Item>
);

export interface PeopleStepProps {
  sku: EntrySku | null;
  hasProtection: boolean;
  onChanged: () => void;
  /** Whose fields stand open, where not all do. */
  at: number;
  onAt: (index: number) => void;
}

interface PeopleActs {
  people: readonly EntryPerson[];
  /** Counts what moved rows, so that their fields begin anew. */
  turn: number;
  add: () => void;
  paste: (pasted: readonly EntryPerson[]) => void;
  fill: (index: number, person: EntryPerson) => void;
  remove: (index: number) => void;
}

function usePeople(onChanged: () => void, onAt: (index: number) => void): PeopleActs {
  const { form } = useFormScope();
  const people = useEntryStore().use((s) => s.values.applicants ?? NOBODY);
  const [turn, setTurn] = useState(0);
  const put = useCallback(
    (change: (now: readonly EntryPerson[]) => readonly EntryPerson[]): void => {
      form.setFieldValue("applicants", change(form.getFieldValue("applicants") ?? []).slice(0, MAX_PEOPLE));
      onChanged();
    },
    [form, onChanged],
  );
  const remove = useCallback(
    (index: number) => {
      put((now) => now.filter((_, i) => i !== index));
      setTurn((n) => n + 1);
    },
    [put],
  );
  return {
    people,
    turn,
    remove,
    add: () => {
      put((now) => [...now, { relation: "other" }]);
      onAt(people.length);
    },
    paste: (pasted) => {
      put((now) => [...now.filter((p) => !isBlank(p)), ...pasted].map((p, i) => ({ relation: i === 0 ? "self" : "other", ...p })));
      setTurn((n) => n + 1);
      onAt(0);
    },
    fill: (index, person) => {
      put((now) => now.map((p, i) => (i === index ? { ...p, ...person } : p)));
      setTurn((n) => n + 1);
    },
  };
}

/** Fields of the people that stand open. */
function OpenPeople(
  props: PeopleStepProps & { people: readonly EntryPerson[]; turn: number; onMrz: (row: number) => void; onRemove: (i: number) => void },
) {
  const { people, at } = props;
  const open = people.length <= OPEN_AT_ONCE ? people.map((_, i) => i) : [Math.min(at, people.length - 1)];
  return open.map((i) => (
    <div key={`${i} ${props.turn}`} className="vd-item-row">
      <span className="vd-dim vd-item-no vd-num">{i + 1}</span>
      <PersonFields row={i} sku={props.sku} hasProtection={props.hasProtection} onMrz={props.onMrz} />
      <Button type="text" size="small" disabled={people.length <= 1} aria-label={`删除第${i + 1}行`} onClick={() => props.onRemove(i)}>
        删除
      </Button>
    </div>
  ));
}

export const PeopleStep = memo(function PeopleStep(props: PeopleStepProps) {
  const { onChanged, at, onAt } = props;
  const acts = usePeople(onChanged, onAt);
  const { people } = acts;
  const [pasting, setPasting] = useState(false);
  const [mrzRow, setMrzRow] = useState<number | null>(null);
  return (
    <div className="en-people">
      <div className="vd-row vd-tiny vd-after-12">
        <Button size="small" onClick={() => setPasting(true)}>
          粘贴表格
        </Button>
        <span className="vd-muted">可先只填身份和出生日期，其余由客户补齐</span>
      </div>
      <fieldset className="vd-stack vd-whole-row vd-item-list">
        <legend>申请人</legend>
        <OpenPeople {...props} people={people} turn={acts.turn} onMrz={setMrzRow} onRemove={acts.remove} />
        {people.length > OPEN_AT_ONCE && (
          <div className="en-table">
            <table aria-label="申请人">
              <thead>
                <tr>
                  {HEADS.map((h) => (
                    <th key={h} scope="col">
                      {h}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {people.map((p, i) => i !== at && <PersonRow key={i} person={p} index={i} onOpen={onAt} onRemove={acts.remove} />)}
              </tbody>
            </table>
          </div>
        )}
        <HeldPeople />
        <Button type="dashed" size="small" disabled={people.length >= MAX_PEOPLE} onClick={acts.add}>
          添加申请人
        </Button>
      </fieldset>
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onRead={(pasted) => {
            acts.paste(pasted);
            setPasting(false);
          }}
        />
      )}
      {mrzRow !== null && (
        <MrzDialog
          onClose={() => setMrzRow(null)}
          onRead={(person) => {
            acts.fill(mrzRow, person);
            setMrzRow(null);
          }}
        />
      )}
    </div>
  );
});
