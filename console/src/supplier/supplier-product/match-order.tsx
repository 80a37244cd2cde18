/** 重排优先级: products' suppliers by price, lead time or issue rate; seen before it is done, product by product. */
import { useQuery } from "@tanstack/react-query";
import { Radio } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { entriesOf, keysOf } from "#kit/words.ts";
import { supplierProduct, supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { figureText, ordersBy, RANKINGS, sortBody, type Match, type Order, type Ranking } from "./match-model.ts";
import { enabledOf, matchesOf } from "./match-rows.ts";

export interface MatchOrderProps {
  /** Matches that were picked; the whole order of their products is looked at. */
  ids: readonly number[];
  onDone?: () => void;
  onClose: () => void;
}

const ordered = async (ids: readonly number[]): Promise<Match[]> => {
  const skus = [...new Set((await matchesOf(ids)).map((m) => m.sku_id))];
  return skus.length > 0 ? enabledOf(skus) : [];
};

interface Place extends Match {
  next: number;
}
const placesOf = (orders: readonly Order[]): Place[] => orders.flatMap((o) => o.matches.map((m, i) => ({ ...m, next: i + 1 })));

const Preview = ({ orders, by }: { orders: readonly Order[]; by: Ranking }) => (
  <Rows
    label="重排预览"
    of={supplierProduct}
    rows={placesOf(orders)}
    group={(m) => m.sku_name}
    maxHeight={360}
    columns={[
      "supplier_name",
      { title: RANKINGS[by].slice(1), end: true, num: true, cell: (m) => figureText(m, by) },
      { title: "现优先级", end: true, num: true, cell: (m) => m.priority },
      {
        title: "新优先级",
        end: true,
        num: true,
        cell: (m) => (m.priority === m.next ? <span className="vd-muted">{m.next}</span> : <b>{m.next}</b>),
      },
    ]}
  />
);

/** Product by product: one that changed meanwhile does not hold up the others. */
async function sortAll(orders: readonly Order[]): Promise<{ done: number; left: { name: string; msg: string }[] }> {
  const left: { name: string; msg: string }[] = [];
  for (const o of orders)
    await ask(api.supplier_product_sort, sortBody(o.sku_id, o.matches), { noToast: true }).catch((e: unknown) =>
      left.push({ name: o.name, msg: faultOf(e).msg }),
    );
  return { done: orders.length - left.length, left };
}

export function MatchOrder({ ids, onDone, onClose }: MatchOrderProps) {
  const afterWrite = useAfterWrite();
  const [by, setBy] = useState<Ranking>("price");
  const answer = useQuery({ queryKey: ["match_order", ids], queryFn: () => ordered(ids) });
  const orders = answer.data ? ordersBy(answer.data, by) : [];
  const changed = orders.filter((o) => o.moves);
  const save = async (): Promise<void> => {
    const outcome = await sortAll(changed);
    tellOutcome("重排优先级", "个商品", outcome);
    afterWrite();
    onDone?.();
    onClose();
  };
  return (
    <Dialog
      title="重排优先级"
      width={680}
      okText={changed.length > 0 ? `重排 ${changed.length} 个商品` : "重排"}
      okDisabled={changed.length === 0}
      reads={answer}
      typed={false}
      onOk={save}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="排列方式"
        optionType="button"
        options={entriesOf(RANKINGS).map(([value, label]) => ({ value, label }))}
        value={by}
        onChange={({ target: { value } }) => setBy(keysOf(RANKINGS).find((r) => r === value) ?? by)}
      />
      <p className="vd-muted">
        {changed.length > 0
          ? `${orders.length} 个商品中 ${changed.length} 个的顺序会变。没有数据的排在最后。`
          : "按此方式排列，顺序与现在相同。"}
      </p>
      <Preview orders={orders} by={by} />
    </Dialog>
  );
}
