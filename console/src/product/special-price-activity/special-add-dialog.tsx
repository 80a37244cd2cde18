/** 加入特价: into a draft that is there, or a new activity; prices are set in its form. */
import { useQuery } from "@tanstack/react-query";
import { Radio } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { periodText } from "./special-price-words.ts";
import "./special-price.css";

export interface AddToSpecialDialogProps {
  skuIds: readonly number[];
  onClose: () => void;
}

const NEW = 0;
const DRAFTS = 50;

export function AddToSpecialDialog({ skuIds, onClose }: AddToSpecialDialogProps) {
  const go = useGo();
  const [chosen, setChosen] = useState(NEW);
  const body = { state: ["draft" as const], page_size: DRAFTS, count: false };
  const answer = useQuery({
    queryKey: ["special_price_activity_query", body],
    queryFn: ({ signal }) => ask(specialPriceActivityApi.special_price_activity_query, body, { signal, noToast: true }),
  });
  const ok = (): void => {
    onClose();
    const form = chosen === NEW ? to("special-price-activity-add") : to("special-price-activity-edit", { id: chosen });
    go(`${form}?sku=${skuIds.join(",")}`);
  };
  return (
    <Dialog title={`把 ${skuIds.length} 个商品加入限时特价`} okText="下一步" reads={answer} typed={false} onOk={ok} onClose={onClose}>
      <Radio.Group className="vd-near vd-scrolls" value={chosen} onChange={(e) => setChosen(Number(e.target.value))}>
        <Radio value={NEW}>新建活动</Radio>
        {answer.data?.list.map((a) => (
          <Radio key={a.id} value={a.id}>
            <TwoLines under={`${a.audience} · ${a.item_count} 个商品 · ${periodText(a)}`}>{a.name}</TwoLines>
          </Radio>
        ))}
      </Radio.Group>
      <p className="vd-muted">下一步填写特价与限购；只有草稿可以加入商品。</p>
    </Dialog>
  );
}
