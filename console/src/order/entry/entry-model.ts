/** What the entry drawer holds, and the price asked for it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { typeAt } from "#kit/form/field-kinds.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import type { Input, Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";

export type EntryValues = Partial<Parsed<typeof orderApi.order_add>>;
export type EntryPerson = NonNullable<EntryValues["applicants"]>[number];
export type EntrySku = Output<typeof skuApi.sku_pick>["list"][number];
export type Quote = Output<typeof orderApi.order_quote>;
type QuoteBody = Input<typeof orderApi.order_quote>;

/** What of a person the price and its warnings depend on. */
const PRICED = ["name_cn", "birth_date", "identity", "household_province", "household_city", "relation", "protection"] as const;
const HEAD = [
  "travel_date",
  "return_date",
  "urgent_tier_code",
  "refuse_no_worry_product_id",
  "insurance",
  "contact_mobile",
  "return_mode",
] as const;
const QUOTE_AFTER_MS = 350;

const isGood = (path: string, value: unknown): boolean => {
  const type = typeAt(orderApi.order_quote.input, path);
  return value !== undefined && value !== null && value !== "" && type !== undefined && faultOfField(type, value) === null;
};

const known = new WeakMap<EntryPerson, Partial<EntryPerson>>();
/** A person is judged once, not again with every key in another row. */
function pricedOf(p: EntryPerson): Partial<EntryPerson> {
  const kept = known.get(p);
  if (kept) return kept;
  const priced = Object.fromEntries(PRICED.filter((n) => isGood(`applicants.0.${n}`, p[n])).map((n) => [n, p[n]]));
  known.set(p, priced);
  return priced;
}

/** The question for a price: a half-typed field is left out instead of refusing the whole. */
export function quoteBody(values: EntryValues): QuoteBody | null {
  if (!values.sku_id) return null;
  const head = Object.fromEntries(HEAD.filter((n) => isGood(n, values[n])).map((n) => [n, values[n]]));
  const people = (values.applicants ?? [{}]).map((p) => pricedOf(p ?? {}));
  const customer_kind = values.customer_kind ?? "direct";
  const buyer = customer_kind !== "direct" && values.peer_id ? { customer_kind, peer_id: values.peer_id } : { customer_kind };
  return { sku_id: values.sku_id, ...buyer, ...head, applicants: people.length > 0 ? people : [{}] };
}

export interface QuoteState {
  quote: Quote | undefined;
  /** The price shown is that of what is typed. */
  isFresh: boolean;
  error: unknown;
  again: () => void;
}

/** Asks again shortly after the last change that touches the price. */
export function useQuote(values: EntryValues): QuoteState {
  const body = quoteBody(values);
  const wanted = body === null ? null : JSON.stringify(body);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), asked === null ? 0 : QUOTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  const answer = useQuery({
    queryKey: ["order_quote", asked],
    queryFn: ({ signal }) => askFilter(orderApi.order_quote, JSON.parse(asked ?? "{}"), { signal, noToast: true }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const isFresh = asked !== null && asked === wanted && answer.data !== undefined && !answer.isPlaceholderData && !answer.isFetching;
  const quote = wanted === null ? undefined : answer.data;
  const error = wanted === asked ? answer.error : null;
  const { refetch } = answer;
  return useMemo(() => ({ quote, isFresh, error, again: () => void refetch() }), [quote, isFresh, error, refetch]);
}

export const EMPTY_ENTRY: EntryValues = { customer_kind: "direct", return_mode: "none", applicants: [{ relation: "self" }] };
