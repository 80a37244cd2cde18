/**
 * What a list screen has besides its rows: children of `<ListScreen>`, in any order, each once; the screen draws each in its place.
 *
 *   <ListScreen endpoint={…} title="商品管理" columns={columns} row={(s) => <SkuRowActs sku={s} open={open} />}>
 *     <ListFigures><Figures /></ListFigures>
 *     <ListTabs tabs={TABS} useCounts={useCounts} />
 *     <ListActs><Button type="primary" onClick={add}>新增商品</Button></ListActs>
 *     <ListBulk acts={bulk} />
 *   </ListScreen>
 */
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import type { BulkAct, ScopeSwitch } from "./list-types.ts";

type Told<T> = (filter: Record<string, unknown>) => T;

interface FiguresProps {
  /** Hook answering the exact number of rows, where something else beside the list counts them. */
  useExact?: Told<number | undefined>;
  children: ReactNode | Told<ReactNode>;
}
export interface TabsProps {
  /** Declared as `ListTab`s of the endpoint. */
  tabs: readonly { key: string; label: string; filter: object; only?: readonly string[]; no_sheet?: true }[];
  /** Hook answering counts by tab key under the present filter. */
  useCounts?: Told<Readonly<Record<string, number | undefined>>>;
}
interface Held {
  children: ReactNode;
}
interface Given {
  figures?: FiguresProps;
  tabs?: TabsProps;
  scope?: ScopeSwitch;
  acts?: Held;
  bulk?: { acts: readonly BulkAct[] };
  peek?: { of: (row: never) => ReactNode };
  empty?: Held;
  lead?: { of: Told<ReactNode>; useCount?: Told<number | undefined> };
}
/** A part says what it is and draws nothing by itself. */
const partOf =
  <P,>(): ((given: P) => null) =>
  () =>
    null;

/** Count and money figures of the filter, beside the title. */
export const ListFigures = partOf<FiguresProps>();
/** The stages of the work. */
export const ListTabs = partOf<TabsProps>();
/** Whose rows are shown. */
export const ListScope = partOf<ScopeSwitch>();
/** Acts of the whole list, at the right of its title; the main one last. */
export const ListActs = partOf<Held>();
/** Acts upon the rows that are picked. */
export const ListBulk = partOf<NonNullable<Given["bulk"]>>();
/** What Space shows of a row; without it its columns. */
export const ListPeek = partOf<NonNullable<Given["peek"]>>();
/** Stands above the rows, where the filter calls for it: a stage whose work does not begin with a row. `useCount`: what the title counts then. */
export const ListLead = partOf<NonNullable<Given["lead"]>>();
/** Stands there where there are no rows and nothing hides any. */
export const ListEmpty = partOf<Held>();

const PARTS = new Map<unknown, keyof Given>([
  [ListFigures, "figures"],
  [ListTabs, "tabs"],
  [ListScope, "scope"],
  [ListActs, "acts"],
  [ListBulk, "bulk"],
  [ListPeek, "peek"],
  [ListEmpty, "empty"],
  [ListLead, "lead"],
]);

export function partsOf(children: ReactNode): Given {
  const given: Given = {};
  const take = (node: ReactNode): void =>
    Children.forEach(node, (child) => {
      if (child === null || child === undefined || typeof child === "boolean") return;
      if (isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment) return take(child.props.children);
      const name = isValidElement(child) ? PARTS.get(child.type) : undefined;
      if (!isValidElement(child) || !name || name in given) throw new Error("a list screen takes its parts, each once, and nothing else");
      Object.assign(given, { [name]: child.props });
    });
  take(children);
  return given;
}
