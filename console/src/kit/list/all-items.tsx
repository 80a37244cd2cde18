/** Every open field of an endpoint as form items. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { elementOf, inputMeta, type Zod } from "../form/field-kinds.ts";
import type { Values } from "../form/save/form-rules.ts";
import { Item, ItemList } from "../page/item.tsx";
import { openFields } from "../form/open-fields.ts";

const isRows = (type: Zod): boolean => {
  const element = elementOf(type);
  return element !== undefined && Object.keys(shapeOf(element)).length > 0;
};

/** Every open field in its declared order. */
export const AllItems = (props: { endpoint: Endpoint; initial: Values }) => (
  <>
    {openFields(props.endpoint, props.initial).map(([name, type]) =>
      isRows(type) ? <ItemList key={name} name={name} add={`添加${inputMeta(type)?.label ?? ""}`} /> : <Item key={name} name={name} />,
    )}
  </>
);
