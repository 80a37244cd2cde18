/** How many parcels stand where: counts of the tabs, and the figures of the head, each of which narrows the list to what it counts. */
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { ask } from "#kit/act/ask.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { TileFigure } from "#kit/form/format-cells.tsx";

const NONE: Readonly<Record<string, number>> = {};

const useCounts = (): Readonly<Record<string, number>> =>
  useQuery({
    queryKey: ["supplier_parcel_stat_get"],
    queryFn: ({ signal }) => ask(supplierParcelApi.supplier_parcel_stat_get, {}, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data ?? NONE;

export type DueFilter = Pick<Input<typeof supplierParcelApi.supplier_parcel_due_query>, "keyword" | "supplier_id">;
type Asked = Readonly<Record<string, unknown>>;
/** The list's filter as 今日应寄 takes it; null where the list stands on another tab. */
export const dueFilter = ({ tab, ...filter }: Asked): DueFilter | null => (tab === "due" ? filter : null);

export const useDue = (filter: DueFilter | null) =>
  useQuery({
    queryKey: ["supplier_parcel_due_query", filter],
    queryFn: filter ? ({ signal }) => ask(supplierParcelApi.supplier_parcel_due_query, filter, { signal, noToast: true }) : skipToken,
  });

/** How many people 今日应寄 shows. */
export const useDueCount = (asked: Asked): number | undefined =>
  useDue(dueFilter(asked)).data?.suppliers.reduce((n, s) => n + s.people.length, 0);

/** 今日应寄 is told in people, and where it is open as it is filtered. */
export function useParcelCounts(asked: Asked): Readonly<Record<string, number>> {
  const [counts, due] = [useCounts(), useDueCount(asked)];
  return due === undefined ? counts : { ...counts, due };
}

/** Open: neither over nor lost. */
const OPEN = "tab=all&stage=packing,sealed,in_transit,problem,signed,exception";
/** What a figure counts, as the list's own address says it. */
const FIGURES = [
  { key: "parcels", label: "包裹", search: OPEN },
  { key: "passports", label: "护照", search: OPEN },
  { key: "late", label: "在途 >3 天", search: "tab=in_transit&is_late=1" },
  { key: "exceptions", label: "差异未处理", search: "tab=all&stage=exception" },
] as const;

export function ParcelFigures() {
  const counts = useCounts();
  const [, replace] = useSearchText();
  return (
    <>
      {FIGURES.map(({ key, label, search }) => (
        <Button key={key} type="link" size="small" className="vd-plain-link" onClick={() => replace(search)}>
          {label}{" "}
          <b className={(key === "late" || key === "exceptions") && counts[key] ? "vd-error" : "vd-medium"}>
            <TileFigure value={counts[key]} />
          </b>
        </Button>
      ))}
    </>
  );
}
