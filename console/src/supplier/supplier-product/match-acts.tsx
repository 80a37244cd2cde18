/** What is done with one match: in its row. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu, type MenuAct, type MenuEntry } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useLogActs } from "#kit/page/log-button.tsx";
import { hrefOf } from "#kit/screens.ts";
import { supplierPriceApi as priceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import type { MatchAddProps } from "./match-add.tsx";
import { recordsHref } from "./match-cells.tsx";
import type { MatchDisableProps } from "./match-disable.tsx";
import type { MatchFormProps } from "./match-form.tsx";
import { isGap, moved, nameOf, sortBody, type Match } from "./match-model.ts";
import type { MatchPriceProps } from "../supplier-price/match-price.tsx";
import { askWithdraw, enabledOf } from "./match-rows.ts";

const MatchForm = part<MatchFormProps>(() => import("./match-form.tsx").then((m) => m.MatchForm));
const MatchPrice = part<MatchPriceProps>(() => import("../supplier-price/match-price.tsx").then((m) => m.MatchPrice));
const MatchDisable = part<MatchDisableProps>(() => import("./match-disable.tsx").then((m) => m.MatchDisable));
const MatchAdd = part<MatchAddProps>(() => import("./match-add.tsx").then((m) => m.MatchAdd));

export type Open = (make: (close: () => void) => ReactElement) => void;
export interface MatchActsProps {
  match: Match;
  /** From useDialog(); its dialog belongs into the tree. */
  open: Open;
}

interface Acts {
  /** The next step. */
  first: MenuAct;
  rest: MenuEntry[];
}
export function useActs({ match: m, open }: MatchActsProps): Acts {
  const go = useGo();
  const logActs = useLogActs();
  const afterWrite = useAfterWrite();
  const codes = session.use((s) => s.codes);
  /** A write without a dialog; a refusal has been said by the client. */
  const run = (work: () => Promise<unknown>, said: string): void =>
    void work()
      .then(
        () => toast.success(said),
        () => undefined,
      )
      .finally(afterWrite);
  const move = (by: -1 | 1): void =>
    void enabledOf([m.sku_id]).then(
      (all) => {
        const order = moved(all, m.id, by);
        if (!order) return toast.info(by < 0 ? "已经是第一位" : "已经是最后一位");
        run(() => ask(api.supplier_product_sort, sortBody(m.sku_id, order)), `“${nameOf(m)}”已${by < 0 ? "上移" : "下移"}`);
      },
      () => undefined,
    );
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除匹配“${nameOf(m)}”？`, content: "已有业务的匹配不能删除，只能停用。", ok: "删除", danger: true })))
      return;
    run(() => ask(api.supplier_product_remove, { id: m.id, version: m.version }), "已删除");
  };
  if (isGap(m)) {
    const add = (): void => open((close) => <MatchAdd skus={[{ value: m.sku_id, label: m.sku_name }]} onClose={close} />);
    return { first: { key: "add", label: "匹配", onClick: add }, rest: [] };
  }
  const isOn = m.status === 1;
  const withdraw = (id: number): void =>
    void askWithdraw(m.adjust_no).then(
      (ok) => ok && run(() => ask(priceApi.supplier_price_withdraw, { id, idempotency_key: uuid() }), "已撤回"),
    );
  const review = m.adjust_id === null ? null : hrefOf("price-adjustment-list", {}, codes, { adjust: m.adjust_id });
  const price = (): void => open((close) => <MatchPrice match={m} onClose={close} />);
  const own = m.own_price_id;
  const priceActs: MenuEntry[] =
    m.adjust_no === null
      ? [{ key: "price", label: "调价", onClick: price }]
      : [
          // Who reviews meets the request itself, the others what it asks for.
          { key: "price", label: "查看调价单", onClick: review ? () => go(review) : price },
          ...(own === null ? [] : [{ key: "withdraw", label: "撤回调价", danger: true, onClick: () => withdraw(own) }]),
        ];
  return {
    first: { key: "edit", label: "编辑", onClick: () => open((close) => <MatchForm match={m} onClose={close} />) },
    rest: [
      ...priceActs,
      ...(isOn
        ? [
            { key: "up", label: "上移", onClick: () => move(-1) },
            { key: "down", label: "下移", onClick: () => move(1) },
          ]
        : []),
      { key: "records", label: "修改记录", onClick: () => go(recordsHref(m)) },
      ...logActs("supplier_product", m.id),
      { type: "divider" },
      isOn
        ? { key: "disable", label: "停用", danger: true, onClick: () => open((close) => <MatchDisable matches={[m]} onClose={close} />) }
        : {
            key: "enable",
            label: "启用",
            onClick: () => run(() => ask(api.supplier_product_enable, { id: m.id, version: m.version }), `“${nameOf(m)}”已启用`),
          },
      ...(m.match_state === "no_price" || !isOn ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }] : []),
    ],
  };
}

export function MatchActs(props: MatchActsProps) {
  const { first, rest } = useActs(props);
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={first.onClick}>
        {first.label}
      </Button>
      {rest.length > 0 && (
        <ActMenu items={rest}>
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${nameOf(props.match)}的更多操作`} />
        </ActMenu>
      )}
    </span>
  );
}
