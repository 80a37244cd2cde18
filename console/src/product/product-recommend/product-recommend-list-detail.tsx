import { useQueryClient } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { useCallback, useState, type ReactElement } from "react";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { toast } from "#kit/app/feedback.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { LeaveGuard } from "#kit/form/save/leave-guard.tsx";
import { part } from "#kit/app/part.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import {
  productRecommendApi as api,
  RECOMMEND_ENDS,
  RECOMMEND_FILLS,
  RECOMMEND_POSITIONS,
} from "@visadesk/contract/product/product-recommend.ts";
import type { ItemDialogProps, PickDialogProps } from "./product-recommend-item-dialog.tsx";
import { ItemTable } from "./product-recommend-items.tsx";
import {
  added,
  bodyOf,
  countText,
  isSame,
  itemsOf,
  moved,
  patched,
  rateText,
  replaced,
  type RecommendItem,
  type SlotDetail,
} from "./product-recommend-model.ts";
import { SlotPreview } from "./product-recommend-preview.tsx";
import "./product-recommend.css";
import "#kit/form/form.css";

const PickDialog = part<PickDialogProps>(() => import("./product-recommend-item-dialog.tsx").then((m) => m.PickDialog));
const ItemDialog = part<ItemDialogProps>(() => import("./product-recommend-item-dialog.tsx").then((m) => m.ItemDialog));

const Head = ({ slot: s }: { slot: SlotDetail }) => (
  <DetailHead
    title={s.name}
    acts={<LogButton noun="product_recommend" id={s.id} />}
    states={<StateTag tone={s.status === 1 ? "green" : "grey"}>{s.status === 1 ? "启用" : "停用"}</StateTag>}
    figures={[
      { label: "位置", value: RECOMMEND_POSITIONS[s.position] },
      { label: "端", value: RECOMMEND_ENDS[s.end] },
      {
        label: "生效/上限",
        value: (
          <span className="vd-num">
            {s.live_count} / {s.max_items}
          </span>
        ),
      },
      { label: "补位", value: RECOMMEND_FILLS[s.fill] },
      { label: "下次变化", value: <TimeText at={s.next_change_at} /> },
      {
        label: "近7天曝光/点击",
        value: (
          <span className="vd-num">
            {countText(s.impressions_7)} / {countText(s.clicks_7)}
          </span>
        ),
      },
      { label: "点击率", value: <span className="vd-num">{rateText(s.click_rate)}</span> },
    ]}
  />
);

type Open = (make: (close: () => void) => ReactElement) => void;

/** The list as it is on screen, and what can be done to it. */
function useItems(slot: SlotDetail, open: Open) {
  const stored = itemsOf(slot);
  const [draft, setDraft] = useState<{ version: number; items: RecommendItem[] } | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const afterWrite = useAfterWrite();
  const client = useQueryClient();
  const items = draft?.items ?? stored;
  const isChanged = draft !== null && !isSame(draft.items, stored);
  // A draft keeps the version it began with: what somebody saved meanwhile is never overwritten unseen.
  const set = (next: RecommendItem[]): void => setDraft({ version: draft?.version ?? slot.version, items: next });
  const drop = (): void => {
    setDraft(null);
    setPicked(new Set());
    afterWrite();
  };
  const save = async (): Promise<boolean> => {
    const saved = await ask(api.product_recommend_item_save, {
      id: slot.id,
      version: draft?.version ?? slot.version,
      items: bodyOf(items),
    }).catch(() => null);
    if (!saved) return false;
    // Before the draft goes, so that the old order never shows again.
    client.setQueryData([api.product_recommend_get.name, { id: slot.id }], saved);
    toast.success("已保存，立即生效");
    drop();
    return true;
  };
  const remove = (gone: ReadonlySet<number>): void => {
    set(items.filter((i) => !gone.has(i.sku_id)));
    setPicked(new Set());
  };
  return {
    items,
    picked,
    isChanged,
    save,
    drop,
    remove,
    move: (from: number, to: number) => set(moved(items, from, to)),
    add: () => open((close) => <PickDialog title="添加商品" onPick={(p) => set(added(items, p))} onClose={close} />),
    replace: (at: number) =>
      open((close) => (
        <PickDialog one title={`替换：${items[at]?.name ?? ""}`} onPick={([p]) => p && set(replaced(items, at, p))} onClose={close} />
      )),
    edit: (at: number) => {
      const item = items[at];
      if (item) open((close) => <ItemDialog item={item} onSave={(patch) => set(patched(items, at, patch))} onClose={close} />);
    },
    pick: (sku_id: number, on: boolean) => setPicked(new Set(on ? [...picked, sku_id] : [...picked].filter((x) => x !== sku_id))),
  };
}

function Editor({ slot }: { slot: SlotDetail }) {
  const [dialog, open] = useDialog();
  const of = useItems(slot, open);
  const isChanged = useCallback(() => of.isChanged, [of.isChanged]);
  return (
    <div className="vd-stack is-wide vd-detail-body has-side">
      <div className="vd-stack">
        <Section
          title={`推荐商品 ${of.items.length}`}
          flush
          extra={
            <span className="vd-row">
              {of.picked.size > 0 && (
                <Button size="small" danger onClick={() => of.remove(of.picked)}>
                  移除 {of.picked.size} 个
                </Button>
              )}
              <Button size="small" type="primary" onClick={of.add}>
                添加商品
              </Button>
            </span>
          }
        >
          {of.items.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有推荐商品">
              <Button onClick={of.add}>添加商品</Button>
            </Empty>
          ) : (
            <ItemTable
              items={of.items}
              picked={of.picked}
              onPick={of.pick}
              onMove={of.move}
              onEdit={of.edit}
              onReplace={of.replace}
              onRemove={(at) => of.remove(new Set(of.items.slice(at, at + 1).map((i) => i.sku_id)))}
            />
          )}
        </Section>
        {of.isChanged && (
          <footer className="vd-save-bar">
            <span className="vd-muted">顺序与内容有改动，保存后前端立即按新列表展示</span>
            <span className="vd-grow" />
            <Button onClick={of.drop}>放弃改动</Button>
            <ActButton type="primary" onClick={of.save}>
              保存
            </ActButton>
          </footer>
        )}
      </div>
      <aside className="vd-stack vd-detail-side">
        <SlotPreview id={slot.id} items={of.items} isOff={slot.status === 0} />
      </aside>
      <LeaveGuard changed={isChanged} />
      {dialog}
    </div>
  );
}

export default function ProductRecommendListDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={api.product_recommend_get}
      input={{ id }}
      presence={{ noun: "product_recommend", id }}
      head={(s) => <Head slot={s} />}
    >
      {(s) => <Editor key={s.id} slot={s} />}
    </DetailScreen>
  );
}
