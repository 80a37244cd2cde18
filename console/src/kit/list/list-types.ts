/** What a screen says about its list; every part of the list kit reads these. */
import type { Endpoint, Input } from "@visadesk/contract/kit/endpoint.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { May } from "@visadesk/contract/permissions.ts";
import type { ReactNode } from "react";
import type { Filter } from "../filter/url-query.ts";

export type ListEndpoint = Endpoint & { readonly row: z.ZodObject };
export type RowOf<E extends ListEndpoint> = z.output<E["row"]>;
type Paging = "page" | "page_size" | "sort" | "order" | "cursor" | "count" | "fields";
export type FilterName<E extends Endpoint> = Exclude<keyof Input<E> & string, Paging>;

/** A column drawn by hand; `name` borrows label, width and sorting of a row field. */
export interface ColumnDef<R> {
  key?: string;
  name?: keyof R & string;
  /** Where it says something else than the label of the field that name or key is. */
  title?: string;
  /** What the figures of the column count, on hover of its head. */
  hint?: string;
  render: (row: R) => ReactNode;
  width?: number;
  align?: "start" | "end" | "center";
  /** Sort name of the endpoint; columns named after one sort by themselves. */
  sort?: string;
  fixed?: "start" | "end";
  /** Columns of the sheet that say what its cell shows, each a field or one of the endpoint's `sheet`; its field where it is one. */
  exports?: readonly string[];
  /** Address the identifying column opens; Enter follows it. */
  href?: (row: R) => string;
}
export type Column<R> = (keyof R & string) | ColumnDef<R>;

export interface ListTab<E extends ListEndpoint> {
  key: string;
  label: string;
  /** Filters this stage sets. */
  filter: Partial<Pick<Input<E>, FilterName<E>>>;
  /** Filters that fit it, where not all of the list do; the others are neither offered nor asked there. */
  only?: readonly FilterName<E>[];
  /** What it shows is not the rows of the list, which a sheet would hold. */
  no_sheet?: true;
}

/** What bulk acts get: the ids picked, or the filter with the count the user saw. */
export type Selection =
  | { ids: readonly number[]; count: number }
  | { filter: Record<string, unknown>; expected_count: number; count: number };

export interface BulkAct {
  label: string;
  /** Rows it is for, and the sentence where none of the picked ones is. */
  fits?: { of: (row: never) => boolean; none: string };
  /** False, or a promise of it: not done, the selection stays. Ids: it could not be done to those, and they stay selected. */
  run: (selection: Selection) => unknown;
  may?: May;
  danger?: true;
  /** Works on ids only; hidden once everything that matches is picked. */
  ids_only?: true;
}

export interface ScopeSwitch {
  name: string;
  options: readonly { value: string; label: string }[];
  may?: May;
  /** The scope of a list opened plain. */
  opensAt?: string;
}

export interface ListScreenProps<E extends ListEndpoint> {
  endpoint: E;
  title: string;
  columns: readonly Column<RowOf<E>>[];
  /** What columns, peek and acts read of a row, where that is much less than the whole; nothing else is asked for. */
  fields?: readonly (keyof RowOf<E> & string)[];
  filters?: readonly FilterName<E>[];
  /** Filters behind 更多筛选. */
  more?: readonly FilterName<E>[];
  /** Text filter of the search box; `/` goes there. The placeholder must fit at 1280; what else is to be known stands in the hint. */
  keyword?: { name: FilterName<E>; placeholder: string; hint?: string };
  /** Acts of a row: the next step as a link button, the rest under ⋯. */
  row?: (row: RowOf<E>) => ReactNode;
  defaultFilter?: Filter;
  /** The further parts of the list, see list-parts.tsx. */
  children?: ReactNode;
}

/** Stage tabs from words of the contract, `{ key: { label } }`; the first one is the list without a stage. */
export const stageTabs = <E extends ListEndpoint>(words: Readonly<Record<string, { readonly label: string }>>): ListTab<E>[] =>
  Object.entries(words).map(([key, { label }], i) => ({ key, label, filter: (i === 0 ? {} : { tab: key }) as ListTab<E>["filter"] }));

/** `link("order_no", (o) => to("order-detail", { orderId: o.id }))`: the identifying column, copyable. */
export const link = <R extends object>(name: keyof R & string, href: (row: R) => string): ColumnDef<R> => ({
  name,
  href,
  render: () => null,
});
