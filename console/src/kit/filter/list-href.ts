/** The one way from a figure to the rows it counts: a list's filter, as the server says it, in the list's address. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { ListFilter } from "@visadesk/contract/kit/list-filter.ts";
import { hrefOf } from "../screens.ts";
import { textOf } from "./url-query.ts";

/** An exclusive instant at the end becomes the last day it reaches. */
const dayText = (at: string | undefined, back: number): string =>
  at === undefined ? "" : at.includes("T") ? shanghaiDate(new Date(Date.parse(at) - back)) : at;

const filterText = (value: ListFilter[string]): string =>
  typeof value === "object" && !Array.isArray(value) ? `${dayText(value.from, 0)}~${dayText(value.to, 1)}` : textOf(value);

export const filterQuery = (filter: ListFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, filterText(value)]));

/** None where the list is not here or these codes may not open it. */
export const listHref = (list: string, filter: ListFilter, codes: ReadonlySet<number>): string | undefined =>
  hrefOf(list, {}, codes, filterQuery(filter));
