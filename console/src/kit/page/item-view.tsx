/** How a form draws the items that `item.tsx` names. */
import { Button, Form } from "antd";
import { looksMasked } from "@visadesk/contract/kit/patterns.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { createContext, useContext, useState } from "react";
import { elementOf, givenType, inputMeta, isRequired, nameOf, pathOf, type Path } from "../form/field-kinds.ts";
import { fieldRule, isLeftOut, isUpdate, neededRule, pastRule, sinceRule } from "../form/save/form-rules.ts";
import { useFieldType, useFormScope, type Drawing, type ItemListProps, type ItemProps } from "../form/form-scope.ts";
import { FieldInput } from "../inputs/field-input.tsx";

/** Path of the list around: antd names the fields of a row from the row on. */
const ListPath = createContext<readonly (string | number)[]>([]);

const valueAt = (values: Readonly<Record<string, unknown>>, name: Path): unknown =>
  pathOf(name).reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    values,
  );

function Item(props: ItemProps) {
  const type = useFieldType(props.name);
  const { endpoint, initial, typed, form, locked } = useFormScope();
  const isLocked = locked.includes(nameOf(props.name));
  const meta = inputMeta(type);
  const label = props.label ?? meta?.label ?? nameOf(props.name);
  const before = valueAt(initial, props.name);
  const isMasked = meta?.personal !== undefined && typeof before === "string" && looksMasked(before);
  const [editing, setEditing] = useState(valueAt(typed, props.name) !== undefined);
  const path = [...pathOf(props.name)];
  const inner = path.slice(useContext(ListPath).length);
  const className = props.half ? "vd-item is-half" : "vd-item";
  if (isMasked && !editing) {
    return (
      <Form.Item label={label} className={className}>
        <span className="vd-row vd-masked-item">
          <span className="vd-num">{before}</span>
          {!isLocked && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                form.setFieldValue(path, undefined);
                setEditing(true);
              }}
            >
              修改
            </Button>
          )}
        </span>
      </Form.Item>
    );
  }
  const top = String(path[0]);
  // Of a record what stands there may be left as it is, which is not the same as cleared.
  const due = path.length === 1 && isUpdate(endpoint, initial) ? givenType(type) : type;
  const rule = fieldRule(isMasked ? type : due, () => isLeftOut(endpoint, initial, top, form.getFieldValue(top)));
  const help = props.help ?? meta?.hint;
  return (
    <Form.Item
      name={inner}
      label={label}
      className={className}
      required={props.needs !== undefined || isRequired(due)}
      rules={isLocked ? [] : rulesOf(props, rule)}
      validateFirst
      validateTrigger={["onBlur", "onSubmit"]}
      {...(meta?.kind === "bool" && { valuePropName: "checked" })}
      {...(help !== undefined && { extra: help })}
    >
      {(isLocked ? undefined : props.children) ?? (
        <FieldInput
          type={type}
          name={nameOf(props.name)}
          label={label}
          endpoint={endpoint.name}
          {...(props.rows !== undefined && { rows: props.rows })}
          {...((isLocked || props.disabled !== undefined) && { disabled: isLocked || props.disabled === true })}
          {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
          {...(props.options && { options: props.options })}
          {...(typeof props.since?.at === "string" && { since: props.since.at })}
        />
      )}
    </Form.Item>
  );
}

const rulesOf = ({ needs, past, since }: ItemProps, own: ReturnType<typeof fieldRule>) => [
  ...(needs === undefined ? [] : [neededRule(needs)]),
  own,
  ...(past ? [pastRule] : []),
  ...(since ? [sinceRule(since)] : []),
];

/** A field that is a list of rows, each with its own items. */
function ItemList(props: ItemListProps) {
  const type = useFieldType(props.name);
  const element = elementOf(type);
  const names = element ? Object.keys(shapeOf(element)) : [];
  return (
    <ListPath value={[props.name]}>
      <Form.List name={props.name} rules={[]}>
        {(fields, { add, remove }, { errors }) => (
          <fieldset className="vd-stack vd-whole-row vd-item-list">
            <legend>{inputMeta(type)?.label ?? props.name}</legend>
            {fields.map((field, i) => (
              <div key={field.key} className="vd-item-row">
                <span className="vd-dim vd-item-no vd-num">{i + 1}</span>
                <div className="vd-form-grid">
                  {props.children
                    ? props.children((f) => [props.name, field.name, f], i)
                    : names.map((n) => <Item key={n} name={[props.name, field.name, n]} half />)}
                </div>
                <Button
                  type="text"
                  size="small"
                  disabled={fields.length <= (props.min ?? 0)}
                  aria-label={`删除第${i + 1}行`}
                  onClick={() => remove(field.name)}
                >
                  删除
                </Button>
              </div>
            ))}
            <Button type="dashed" size="small" onClick={() => add({ ...props.row })}>
              {props.add}
            </Button>
            <Form.ErrorList errors={errors} />
          </fieldset>
        )}
      </Form.List>
    </ListPath>
  );
}

export const drawing: Drawing = { Item, ItemList };
