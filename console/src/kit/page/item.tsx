/**
 * One form field found in the endpoint's input shape by name: label, input, rule and messages.
 *   <Item name="reason" rows={4} />   <Item name={["parts", 0, "amount"]} />   <Item name="to">{<RollbackTargets />}</Item>
 * The form around draws it (item-view.tsx), so that naming a field costs a screen nothing.
 */
import type { ReactNode } from "react";
import { useDrawing, type ItemListProps, type ItemProps } from "../form/form-scope.ts";

export type { ItemListProps, ItemProps } from "../form/form-scope.ts";

export function Item(props: ItemProps) {
  const { Item: Drawn } = useDrawing();
  return <Drawn {...props} />;
}

/** A field that is a list of rows, each with its own items. */
export function ItemList(props: ItemListProps) {
  const { ItemList: Drawn } = useDrawing();
  return <Drawn {...props} />;
}

/** A titled group of items. */
export const FormSection = (props: { title: string; children: ReactNode }) => (
  <section className="vd-form-section" aria-label={props.title}>
    <h2>{props.title}</h2>
    <div className="vd-form-grid">{props.children}</div>
  </section>
);
