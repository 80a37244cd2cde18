/**
 * What can be done with a product: in a row of the list and over a selection; in the head of its page by sku-head-acts.tsx.
 *
 *   const [dialog, open] = useDialog();
 *   <ListScreen … row={(s) => <SkuRowActs sku={s} open={open} />}><ListBulk acts={useSkuBulk(open)} /></ListScreen>{dialog}
 */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu, type MenuEntry } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { uuid } from "#kit/app/hash.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import type { BulkAct, Selection } from "#kit/list/list-types.ts";
import { openMoves, type OpenMove } from "#kit/act/moves.tsx";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { skuMoveApi } from "@visadesk/contract/product/sku/sku-moves.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import type { Sku } from "./sku-cells.tsx";
import type { SkuCopyProps } from "../sku-edit/sku-copy.tsx";

const SkuCopy = part<SkuCopyProps>(() => import("../sku-edit/sku-copy.tsx").then((m) => m.SkuCopy));
const PolicyItem = part<object>(() => import("../sku-edit/sku-policy-item.tsx").then((m) => m.PolicyItem));

export type Open = (make: (close: () => void) => ReactElement) => void;
export type ActedSku = Pick<Sku, "id" | "version" | "name" | "sku_no" | "sku_status" | "service_level">;
export interface SkuActsProps {
  sku: ActedSku;
  /** From useDialog(); its dialog belongs into the tree. */
  open: Open;
}

export const skuEditHref = (s: { id: number }): string => to("product-edit", { id: s.id });

/** What a move means to those who sell, asked before it is made. */
const QUESTIONS: Readonly<Record<string, string>> = {
  on_sale: "上架后价格锁定，改价须走调价审核。",
  archive: "归档后不在列表中显示，可以恢复。",
  restore: "恢复后为已下架，可再编辑和上架。",
};

/** 编辑, 复制 and 删除 of a product, beside its moves. */
export function useOwnActs({ sku, open }: SkuActsProps): { copy: () => void; remove: () => Promise<void> } {
  const afterWrite = useAfterWrite();
  const { id, version, name } = sku;
  return {
    copy: () => open((close) => <SkuCopy sku={sku} onClose={close} />),
    remove: async () => {
      if (!(await confirm({ title: `删除草稿“${name}”？`, content: "删除后不能恢复。", ok: "删除", danger: true }))) return;
      await ask(skuMoveApi.sku_remove, { id, version }).then(
        () => toast.success(`“${name}”已删除`),
        () => undefined,
      );
      afterWrite();
    },
  };
}

/** Acts of a row: 编辑 in front, or 恢复 of what is put away; the rest under ⋯. */
export function SkuRowActs({ sku, open }: SkuActsProps) {
  const codes = session.use((s) => s.codes);
  const afterWrite = useAfterWrite();
  const { copy, remove } = useOwnActs({ sku, open });
  const { id, version, name, sku_status } = sku;
  const act = async ({ name: move, move: { label }, endpoint }: OpenMove): Promise<void> => {
    if (move === "off_sale") {
      open((close) => (
        <FormDialog
          endpoint={skuMoveApi.sku_off_sale}
          initial={{ id, version }}
          title={`下架“${name}”`}
          okText="下架"
          danger
          intro="下架后不再接新订单，已有订单不受影响。"
          onDone={() => {
            toast.success("下架：已完成");
            afterWrite();
          }}
          onClose={close}
        />
      ));
      return;
    }
    if (!(await confirm({ title: `${label}“${name}”？`, content: QUESTIONS[move] ?? "", ok: label, danger: move === "archive" }))) return;
    await ask(endpoint, { id, version }).then(
      () => toast.success(`${label}：已完成`),
      () => undefined,
    );
    afterWrite();
  };
  const moves = openMoves(skuFlow, sku_status, codes, skuMoveApi);
  // What is put away is brought back first.
  const restore = moves.find((m) => m.name === "restore");
  const items: MenuEntry[] = [
    ...moves
      .filter((m) => m !== restore)
      .map((m) => ({ key: m.name, label: m.move.label, danger: m.move.danger === true, onClick: () => void act(m) })),
    { key: "copy", label: "复制", onClick: copy },
    ...(sku_status === "draft" ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }] : []),
  ];
  return (
    <span className="vd-moves is-row">
      {restore ? (
        <Button type="link" size="small" onClick={() => void act(restore)}>
          恢复
        </Button>
      ) : (
        <HrefLink href={skuEditHref(sku)}>编辑</HrefLink>
      )}
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${sku.sku_no}的更多操作`} />
      </ActMenu>
    </span>
  );
}

type Batch = Output<typeof skuMoveApi.sku_move_batch>;
/** The chosen products as the batches take them. */
const chosen = (s: Selection) =>
  "ids" in s ? { ids: [...s.ids], expected_count: s.count } : { filter: s.filter, expected_count: s.expected_count };

/** 上架, 下架 and 替换退款政策 of a selection; what was refused is listed with its reason. */
export function useSkuBulk(open: Open): readonly BulkAct[] {
  const afterWrite = useAfterWrite();
  const tell = (verb: string, { done, results }: Batch): void => {
    tellOutcome(verb, "个商品", { done, left: results.filter((r) => !r.ok) });
    afterWrite();
  };
  /** A dialog over the selection; its outcome is told once it has closed. */
  const through = (make: (done: (answer: Batch) => void, close: () => void) => ReactElement, verb: string): Promise<boolean> =>
    new Promise((resolve) => {
      let answer: Batch | null = null;
      open((close) =>
        make(
          (a) => (answer = a),
          () => {
            close();
            resolve(answer !== null);
            if (answer) tell(verb, answer);
          },
        ),
      );
    });
  return [
    {
      label: "上架",
      run: async (s) => {
        if (!(await confirm({ title: `上架所选 ${s.count} 个商品？`, content: "逐个检查，未备齐的会列出原因。", ok: "上架" })))
          return false;
        tell("上架", await ask(skuMoveApi.sku_move_batch, { ...chosen(s), move: "on_sale", idempotency_key: uuid() }));
        return true;
      },
    },
    {
      label: "下架",
      danger: true,
      run: (s) =>
        through(
          (done, close) => (
            <FormDialog
              endpoint={skuMoveApi.sku_move_batch}
              initial={{ ...chosen(s), move: "off_sale" }}
              title={`下架所选 ${s.count} 个商品`}
              okText="下架"
              danger
              onDone={done}
              onClose={close}
            >
              <Item name="reason_kind" needs="请选择下架原因" />
              <Item name="reason" rows={2} needs="请输入说明" />
            </FormDialog>
          ),
          "下架",
        ),
    },
    {
      label: "替换退款政策",
      run: (s) =>
        through(
          (done, close) => (
            <FormDialog
              endpoint={skuMoveApi.sku_policy_batch}
              initial={chosen(s)}
              title={`替换所选 ${s.count} 个商品的退款政策`}
              okText="替换"
              intro="已有订单仍按下单时的政策。"
              onDone={done}
              onClose={close}
            >
              <PolicyItem />
            </FormDialog>
          ),
          "替换退款政策",
        ),
    },
  ];
}
