/** The list of a slot: dragged into order, or moved with Alt and the arrows on its grip. */
import { HolderOutlined, MoreOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { RECOMMEND_STATES } from "@visadesk/contract/product/product-recommend.ts";
import { countText, type RecommendItem, type Stored } from "./product-recommend-model.ts";

const TONES: Readonly<Record<Stored["state"], Tone>> = { live: "green", waiting: "blue", over: "grey", skipped: "red" };

function State({ item: i }: { item: RecommendItem }) {
  if (!i.stored) return <Mark tone="orange">待保存</Mark>;
  const { state, reason } = i.stored;
  return (
    <span title={reason ?? ""}>
      <StateTag tone={TONES[state]}>{state === "skipped" ? `跳过：${reason ?? ""}` : RECOMMEND_STATES[state]}</StateTag>
    </span>
  );
}

/** Month and day; the times of day are said by the title. */
const dayOf = (at: string): string => shortTime(at).slice(0, 5);
const spanText = ({ start_at, end_at }: RecommendItem): string => {
  if (start_at && end_at) return `${dayOf(start_at)} 至 ${dayOf(end_at)}`;
  if (start_at) return `${dayOf(start_at)} 起`;
  return end_at ? `至 ${dayOf(end_at)}` : "长期";
};
const spanTitle = ({ start_at, end_at }: RecommendItem): string => [start_at, end_at].map((t) => (t ? time(t) : "不限")).join(" 至 ");

/** Dragging: which row is on the way, and over which one. */
function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = (): void => {
    setFrom(null);
    setOver(null);
  };
  const handlers = (at: number) => ({
    draggable: true,
    onDragStart: (e: DragEvent) => {
      e.dataTransfer.effectAllowed = "move";
      e.dataTransfer.setData("text/plain", String(at));
      setFrom(at);
    },
    onDragOver: (e: DragEvent) => {
      if (from === null || from === at) return;
      e.preventDefault();
      if (over !== at) setOver(at);
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault();
      if (from !== null && from !== at) onMove(from, at);
      end();
    },
    onDragEnd: end,
  });
  return { over, handlers };
}

export interface ItemTableProps {
  items: readonly RecommendItem[];
  picked: ReadonlySet<number>;
  onPick: (sku_id: number, on: boolean) => void;
  onMove: (from: number, to: number) => void;
  onEdit: (at: number) => void;
  onReplace: (at: number) => void;
  onRemove: (at: number) => void;
}

export function ItemTable(props: ItemTableProps) {
  const { items, picked, onPick, onMove } = props;
  const { over, handlers } = useDrag(onMove);
  const [said, setSaid] = useState("");
  const onKeyDown = (e: KeyboardEvent, at: number): void => {
    const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : null;
    if (by === null || !e.altKey || at + by < 0 || at + by >= items.length) return;
    e.preventDefault();
    onMove(at, at + by);
    setSaid(`${items[at]?.name ?? ""}已移到第${at + by + 1}位`);
  };
  return (
    <div className="pr-items">
      <Rows
        label="推荐商品"
        rows={items}
        by="sku_id"
        rowProps={(_, at) => ({ className: over === at ? "is-over" : "", ...handlers(at) })}
        columns={[
          {
            title: "选择",
            unseen: true,
            cell: (i) => (
              <Checkbox aria-label={`选择${i.name}`} checked={picked.has(i.sku_id)} onChange={(e) => onPick(i.sku_id, e.target.checked)} />
            ),
          },
          {
            title: "序",
            cell: (i, at) => (
              <button
                type="button"
                className="pr-grip vd-row vd-muted vd-num"
                title="拖动，或按 Alt + ↑ ↓ 移动"
                aria-label={`第${at + 1}位 ${i.name}，按 Alt 加上下键移动`}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onKeyDown={(e) => onKeyDown(e, at)}
              >
                <HolderOutlined aria-hidden />
                {at + 1}
              </button>
            ),
          },
          {
            title: "商品",
            className: "pr-name",
            cell: (i) => (
              <TwoLines title={i.name} under={i.stored?.sku_no}>
                <HrefLink href={to("product-detail", { id: i.sku_id })}>{i.name}</HrefLink>
              </TwoLines>
            ),
          },
          {
            title: "最低价",
            end: true,
            cell: (i) => (i.stored ? <Money cents={i.stored.lowest_price} /> : <span className="vd-blank">—</span>),
          },
          { title: "标签", cell: (i) => (i.label ? <Mark tone="gold">{i.label}</Mark> : <span className="vd-blank">—</span>) },
          {
            title: "起止 · 地区",
            cell: (i) => (
              <TwoLines num title={spanTitle(i)} under={i.province_codes.length === 0 ? "全国" : `${i.province_codes.length}省`}>
                {spanText(i)}
              </TwoLines>
            ),
          },
          { title: "状态", cell: (i) => <State item={i} /> },
          {
            title: "曝光/点击",
            hint: "近7天",
            end: true,
            num: true,
            cell: (i) => `${countText(i.stored?.impressions_7 ?? null)} / ${countText(i.stored?.clicks_7 ?? null)}`,
          },
          { title: "操作", unseen: true, cell: (i, at) => <RowActs {...props} at={at} name={i.name} /> },
        ]}
      />
      <output className="vd-unseen">{said}</output>
    </div>
  );
}

function RowActs({ at, name, onMove, onEdit, onReplace, onRemove }: ItemTableProps & { at: number; name: string }) {
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => onEdit(at)}>
        定时
      </Button>
      <ActMenu
        items={[
          ...(at > 0 ? [{ key: "top", label: "置顶", onClick: () => onMove(at, 0) }] : []),
          { key: "replace", label: "替换", onClick: () => onReplace(at) },
          { key: "remove", label: "移除", danger: true, onClick: () => onRemove(at) },
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${name}的更多操作`} />
      </ActMenu>
    </span>
  );
}
