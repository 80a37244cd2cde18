/** 特价商品: the products of an activity with their prices and limits, as one input of its form. */
import { useQueries } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import { ask } from "#kit/act/ask.ts";

import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { PAGE_SIZE_MAX } from "@visadesk/contract/kit/constants.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { Margin } from "../sku/sku-cells.tsx";
import { SpecialCut } from "./special-cut.tsx";
import { Bands, Levels, SpecialSkuName } from "./special-price-cells.tsx";
import {
  blankItem,
  cutPrice,
  levelsOf,
  marginOf,
  priceFault,
  usualPrice,
  type Activity,
  type Cut,
  type ItemDraft,
  type SpecialSku,
} from "./special-price-words.ts";
import type { SpecialSkuPickerProps } from "./special-sku-picker.tsx";

const SpecialSkuPicker = part<SpecialSkuPickerProps>(() => import("./special-sku-picker.tsx").then((m) => m.SpecialSkuPicker));

type Audience = Pick<Activity, "end" | "level_ids">;
export interface SpecialItemsInputProps {
  value?: readonly ItemDraft[];
  onChange?: (items: ItemDraft[]) => void;
  id?: string;
  audience: Audience;
  fixed: boolean;
}

/** The products by number at the prices of now; a page of them at a time. */
function useSkus(ids: readonly number[]): ReadonlyMap<number, SpecialSku> {
  const sorted = ids.toSorted((a, b) => a - b);
  const chunks = Array.from({ length: Math.ceil(sorted.length / PAGE_SIZE_MAX) }, (_, n) =>
    sorted.slice(n * PAGE_SIZE_MAX, (n + 1) * PAGE_SIZE_MAX),
  );
  const answers = useQueries({
    queries: chunks.map((sku_ids) => ({
      queryKey: ["special_price_activity_sku_query", "by id", sku_ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask(
          specialPriceActivityApi.special_price_activity_sku_query,
          { sku_ids, page_size: PAGE_SIZE_MAX, count: false },
          { signal, noToast: true },
        ),
    })),
  });
  const [seen, setSeen] = useState<ReadonlyMap<number, SpecialSku>>(new Map());
  const found = answers.flatMap((a) => a.data?.list ?? []).filter((k) => seen.get(k.sku_id) !== k);
  // Those of a question before stay while the next one is under way.
  if (found.length > 0) setSeen(new Map([...seen, ...found.map((k): [number, SpecialSku] => [k.sku_id, k])]));
  return seen;
}

/** Products named in the address, where the form was opened for them. */
const wanted = (): number[] =>
  (new URLSearchParams(window.location.search).get("sku") ?? "")
    .split(",")
    .map(Number)
    .filter((n) => Number.isSafeInteger(n) && n > 0);

const LIMIT = int("限购", 0, 1_000_000);
const Limit = ({
  label,
  value,
  onChange,
  disabled,
}: {
  label: string;
  value: number;
  onChange: (n: number) => void;
  disabled: boolean;
}) => (
  <span className="sp-limit">
    <NumberInput
      of={LIMIT}
      aria-label={label}
      placeholder="不限"
      value={value === 0 ? null : value}
      disabled={disabled}
      onChange={(n) => onChange(n ?? 0)}
    />
  </span>
);

const LIMITS = { per_order: "每单限购", per_buyer: "每人限购", total_limit: "总量" } as const;

interface RowProps {
  item: ItemDraft;
  sku: SpecialSku;
  audience: Audience;
  fixed: boolean;
  put: (patch: Partial<ItemDraft>) => void;
}
interface PriceProps extends RowProps {
  band: "adult" | "child";
}
/** The amount, and under it why it cannot be or whom it does not help. */
function PriceBox({ sku, band, item, audience, put, fixed }: PriceProps) {
  const price = item[band];
  const fault = priceFault(sku, band, price);
  const idle = price === null || fault ? [] : levelsOf(sku, audience).filter((l) => l[band] <= price);
  return (
    <span className={`vd-near sp-price${fault ? " is-wrong" : ""}`}>
      <MoneyInput
        aria-label={`${sku.sku_no} ${band === "child" ? "儿童特价" : "特价"}`}
        placeholder={band === "child" ? "儿童" : "特价"}
        value={price}
        disabled={fixed}
        onChange={(cents) => put({ [band]: cents })}
      />
      {fault ? (
        <small className="vd-error">{fault}</small>
      ) : (
        idle.length > 0 && <small className="vd-warn">{idle.map((l) => l.ref_id).join("、")} 不低于等级价，不享受</small>
      )}
    </span>
  );
}

const Limits = ({ item, sku, fixed, put, names }: RowProps & { names: readonly (keyof typeof LIMITS)[] }) => (
  <span className="vd-row">
    {names.map((name) => (
      <Limit
        key={name}
        label={`${sku.sku_no} ${LIMITS[name]}`}
        value={item[name]}
        disabled={fixed && name !== "total_limit"}
        onChange={(n) => put({ [name]: n })}
      />
    ))}
  </span>
);

function MarginOf({ item, sku }: Pick<RowProps, "item" | "sku">) {
  const margin = marginOf(sku, item.adult);
  return (
    <span className={margin !== null && margin < (sku.margin_floor ?? 0) ? "vd-error" : ""}>
      <Margin cents={margin} />
    </span>
  );
}

/** A cell of a product that is here. */
type CellOf = (item: ItemDraft, cell: (row: RowProps) => ReactNode) => ReactNode;
interface ColumnsProps extends Pick<RowProps, "audience" | "fixed"> {
  seesCost: boolean;
  loaded: (item: ItemDraft) => boolean;
  remove: (item: ItemDraft) => void;
}
const columnsOf = (of: CellOf, { audience, fixed, seesCost, loaded, remove }: ColumnsProps): readonly RowsColumnOf<ItemDraft>[] => [
  {
    title: "商品",
    className: "sp-sku",
    cell: (i) => (loaded(i) ? of(i, (r) => <SpecialSkuName sku={r.sku} />) : <span className="vd-muted">正在读取商品</span>),
  },
  { title: "门市价", end: true, cell: (i) => of(i, (r) => <Bands adult={r.sku.retail_adult} child={r.sku.retail_child} />) },
  audience.end === "peer" && {
    title: "当前等级价",
    end: true,
    cell: (i) => of(i, (r) => <Levels of={levelsOf(r.sku, audience)} />),
  },
  {
    title: "特价",
    cell: (i) =>
      of(i, (r) => (
        <>
          <PriceBox {...r} band="adult" />
          {r.sku.child_age > 0 && <PriceBox {...r} band="child" />}
        </>
      )),
  },
  seesCost && { title: "毛利", end: true, cell: (i) => of(i, (r) => <MarginOf {...r} />) },
  { title: "限购 单 / 人", cell: (i) => of(i, (r) => <Limits {...r} names={["per_order", "per_buyer"]} />) },
  { title: "总量", cell: (i) => of(i, (r) => <Limits {...r} names={["total_limit"]} />) },
  {
    title: "操作",
    unseen: true,
    cell: (i) =>
      !fixed &&
      of(i, (r) => (
        <Button type="text" size="small" danger aria-label={`移除 ${r.sku.sku_no}`} onClick={() => remove(i)}>
          移除
        </Button>
      )),
  },
];

export function SpecialItemsInput({ value = [], onChange, id, audience, fixed }: SpecialItemsInputProps) {
  const seesCost = useCan(may.cost_view);
  const skus = useSkus(value.map((i) => i.sku_id));
  const [picking, setPicking] = useState(false);
  const chosen = useMemo(() => new Set(value.map((i) => i.sku_id)), [value]);
  const add = (ids: readonly number[]): void => onChange?.([...value, ...ids.filter((n) => !chosen.has(n)).map(blankItem)]);
  // Once, when the form opens: afterwards the list is the user's.
  useEffect(() => {
    const fresh = fixed ? [] : wanted().filter((n) => !chosen.has(n));
    if (fresh.length > 0) add(fresh);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const cut = (how: Cut): void =>
    onChange?.(
      value.map((item) => {
        const sku = skus.get(item.sku_id);
        const priced = (band: "adult" | "child"): number | null => {
          const usual = sku ? usualPrice(sku, audience, band) : null;
          return usual === null ? item[band] : cutPrice(usual, how);
        };
        return { ...item, adult: priced("adult"), child: sku && sku.child_age > 0 ? priced("child") : null };
      }),
    );
  /** What a product's row says, once the product is here. */
  const of: CellOf = (item, cell) => {
    const sku = skus.get(item.sku_id);
    const put = (patch: Partial<ItemDraft>): void => onChange?.(value.map((was) => (was === item ? { ...was, ...patch } : was)));
    return sku && cell({ item, sku, audience, fixed, put });
  };
  return (
    <div className="vd-stack sp-items" data-field={id ?? ""}>
      {!fixed && (
        <div className="vd-wraps">
          <Button onClick={() => setPicking(true)}>添加商品</Button>
          {value.length > 0 && <SpecialCut from={audience.end === "peer" ? "最低等级价" : "门市价"} onCut={cut} />}
          <span className="vd-grow" />
          {value.length > 0 && <span className="vd-muted">已选 {value.length} 个</span>}
        </div>
      )}
      {value.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有商品，先添加" />
      ) : (
        <Rows
          label="特价商品"
          rows={value}
          by="sku_id"
          columns={columnsOf(of, {
            audience,
            fixed,
            seesCost,
            loaded: (i) => skus.has(i.sku_id),
            remove: (i) => onChange?.(value.filter((v) => v !== i)),
          })}
        />
      )}
      {picking && (
        <SpecialSkuPicker
          end={audience.end}
          chosen={chosen}
          onPick={(ids) => {
            setPicking(false);
            add(ids);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
