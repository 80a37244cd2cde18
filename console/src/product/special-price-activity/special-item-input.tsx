/** 特价商品: the products of an activity with their prices and limits, as one input of its form. */
import { useQueries } from "@tanstack/react-query";
import { Button, Empty, InputNumber } from "antd";
import { useEffect, useMemo, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { PAGE_SIZE_MAX } from "@visadesk/contract/kit/constants.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { Margin } from "../sku/sku-cells.tsx";
import { SpecialCut } from "./special-cut.tsx";
import { Bands, SpecialSkuName } from "./special-price-cells.tsx";
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
  <InputNumber
    aria-label={label}
    className="sp-limit"
    min={0}
    max={1_000_000}
    precision={0}
    placeholder="不限"
    controls={false}
    value={value === 0 ? null : value}
    disabled={disabled}
    onChange={(n) => onChange(n ?? 0)}
  />
);

interface PriceProps {
  sku: SpecialSku;
  band: "adult" | "child";
  item: ItemDraft;
  audience: Audience;
  put: (patch: Partial<ItemDraft>) => void;
  disabled: boolean;
}
/** The amount, and under it why it cannot be or whom it does not help. */
function PriceBox({ sku, band, item, audience, put, disabled }: PriceProps) {
  const price = item[band];
  const fault = priceFault(sku, band, price);
  const idle = price === null || fault ? [] : levelsOf(sku, audience).filter((l) => l[band] <= price);
  return (
    <span className={`sp-price${fault ? " is-wrong" : ""}`}>
      <MoneyInput
        aria-label={`${sku.sku_no} ${band === "child" ? "儿童特价" : "特价"}`}
        placeholder={band === "child" ? "儿童" : "特价"}
        value={price}
        disabled={disabled}
        onChange={(cents) => put({ [band]: cents })}
      />
      {fault ? (
        <small className="vd-error">{fault}</small>
      ) : (
        idle.length > 0 && <small className="sp-idle">{idle.map((l) => l.ref_id).join("、")} 不低于等级价，不享受</small>
      )}
    </span>
  );
}

interface LineProps {
  item: ItemDraft;
  sku: SpecialSku | undefined;
  audience: Audience;
  fixed: boolean;
  seesCost: boolean;
  put: (patch: Partial<ItemDraft>) => void;
  remove: () => void;
}
function Line({ item, sku, audience, fixed, seesCost, put, remove }: LineProps) {
  if (!sku)
    return (
      <tr>
        <td colSpan={8} className="vd-muted">
          正在读取商品
        </td>
      </tr>
    );
  const margin = marginOf(sku, item.adult);
  const price = { sku, item, audience, put, disabled: fixed };
  const limit = (name: "per_order" | "per_buyer" | "total_limit", label: string) => (
    <Limit
      label={`${sku.sku_no} ${label}`}
      value={item[name]}
      disabled={fixed && name !== "total_limit"}
      onChange={(n) => put({ [name]: n })}
    />
  );
  return (
    <tr>
      <td className="sp-sku">
        <SpecialSkuName sku={sku} />
      </td>
      <td className="is-end">
        <Bands adult={sku.retail_adult} child={sku.retail_child} />
      </td>
      {audience.end === "peer" && (
        <td className="is-end">
          {levelsOf(sku, audience).map((l) => (
            <small key={l.ref_id} className="sp-level">
              {l.ref_id} <Money cents={l.adult} />
            </small>
          ))}
        </td>
      )}
      <td>
        <PriceBox {...price} band="adult" />
        {sku.child_age > 0 && <PriceBox {...price} band="child" />}
      </td>
      {seesCost && (
        <td className="is-end">
          <span className={margin !== null && margin < (sku.margin_floor ?? 0) ? "vd-error" : ""}>
            <Margin cents={margin} />
          </span>
        </td>
      )}
      <td>
        <span className="sp-limits">
          {limit("per_order", "每单限购")}
          {limit("per_buyer", "每人限购")}
        </span>
      </td>
      <td>{limit("total_limit", "总量")}</td>
      <td>
        {!fixed && (
          <Button type="text" size="small" danger aria-label={`移除 ${sku.sku_no}`} onClick={remove}>
            移除
          </Button>
        )}
      </td>
    </tr>
  );
}

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
        const of = (band: "adult" | "child"): number | null => {
          const usual = sku ? usualPrice(sku, audience, band) : null;
          return usual === null ? item[band] : cutPrice(usual, how);
        };
        return { ...item, adult: of("adult"), child: sku && sku.child_age > 0 ? of("child") : null };
      }),
    );
  return (
    <div className="sp-items" data-field={id ?? ""}>
      {!fixed && (
        <div className="sp-tools">
          <Button onClick={() => setPicking(true)}>添加商品</Button>
          {value.length > 0 && <SpecialCut from={audience.end === "peer" ? "最低等级价" : "门市价"} onCut={cut} />}
          <span className="vd-grow" />
          {value.length > 0 && <span className="vd-muted">已选 {value.length} 个</span>}
        </div>
      )}
      {value.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有商品，先添加" />
      ) : (
        <div className="pd-scroll">
          <table className="pd-table" aria-label="特价商品">
            <thead>
              <tr>
                <th>商品</th>
                <th className="is-end">门市价</th>
                {audience.end === "peer" && <th className="is-end">当前等级价</th>}
                <th>特价</th>
                {seesCost && <th className="is-end">毛利</th>}
                <th>限购 单 / 人</th>
                <th>总量</th>
                <th>
                  <span className="sk-unseen">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.map((item, n) => (
                <Line
                  key={item.sku_id}
                  item={item}
                  sku={skus.get(item.sku_id)}
                  audience={audience}
                  fixed={fixed}
                  seesCost={seesCost}
                  put={(patch) => onChange?.(value.map((was, at) => (at === n ? { ...was, ...patch } : was)))}
                  remove={() => onChange?.(value.filter((_, at) => at !== n))}
                />
              ))}
            </tbody>
          </table>
        </div>
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
