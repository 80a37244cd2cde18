/** 加入推荐: products chosen elsewhere go to the end of a slot's list. */
import { Select } from "antd";
import { useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { productRecommendApi as api, RECOMMEND_ENDS } from "@visadesk/contract/product/product-recommend.ts";
import { added, bodyOf, itemsOf } from "./product-recommend-model.ts";
import "./product-recommend.css";

export interface AddToRecommendDialogProps {
  skuIds: readonly number[];
  onClose: () => void;
}

export function AddToRecommendDialog({ skuIds, onClose }: AddToRecommendDialogProps) {
  const answer = useRecord(api.product_recommend_query, { page_size: 100 });
  const slots = answer.data?.list ?? [];
  const [slotId, setSlotId] = useState<number | null>(null);
  const afterWrite = useAfterWrite();
  const slot = slots.find((s) => s.id === slotId);
  const add = async (): Promise<void> => {
    if (!slot) return;
    const now = await ask(api.product_recommend_get, { id: slot.id });
    const before = itemsOf(now);
    const items = added(
      before,
      skuIds.map((sku_id) => ({ sku_id, name: "" })),
    );
    const count = items.length - before.length;
    if (count > 0) await ask(api.product_recommend_item_save, { id: now.id, version: now.version, items: bodyOf(items) });
    toast.success(count > 0 ? `${count} 个商品已加入“${slot.name}”` : `所选商品已在“${slot.name}”中`);
    afterWrite();
    onClose();
  };
  // A refusal has been told by then; the dialog stays for another slot.
  const press = (): Promise<void> => add().catch(() => undefined);
  return (
    <Dialog
      title={`加入推荐：${skuIds.length} 个商品`}
      okText="加入"
      reads={answer}
      okDisabled={!slot}
      typed={slot !== undefined}
      onOk={press}
      onClose={onClose}
    >
      <div className="vd-stack">
        <label className="vd-near vd-small" htmlFor="pr-slot">
          推荐位
          <Select
            id="pr-slot"
            placeholder="请选择推荐位"
            value={slotId}
            onChange={setSlotId}
            options={slots.map((s) => ({
              value: s.id,
              label: `${s.name} · ${RECOMMEND_ENDS[s.end]}（${s.item_count} 个，上限 ${s.max_items}）`,
            }))}
          />
        </label>
        <p className="vd-muted">排在列表末尾，已在其中的商品不重复添加</p>
      </div>
    </Dialog>
  );
}
