/** Dialogs over a slot's list: which products, and an item's label, times and places. Nothing is saved before the list is. */
import { Input, Select } from "antd";
import { useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { TimeInput } from "#kit/inputs/date-input.tsx";
import { pickedLabel, Picker } from "#kit/pickers.tsx";
import { matches } from "#kit/pinyin.ts";
import { to } from "#kit/screens.ts";
import { provincesOf } from "#shared/provinces.ts";
import type { Picked, RecommendItem } from "./product-recommend-model.ts";
import "./product-recommend.css";

export interface PickDialogProps {
  title: string;
  /** One product in place of another. */
  one?: boolean;
  onPick: (picked: readonly Picked[]) => void;
  onClose: () => void;
}

export function PickDialog({ title, one = false, onPick, onClose }: PickDialogProps) {
  const [ids, setIds] = useState<readonly number[]>([]);
  const done = (): void => {
    onPick(ids.map((sku_id) => ({ sku_id, name: pickedLabel("sku", sku_id) ?? String(sku_id) })));
    onClose();
  };
  return (
    <Dialog title={title} okDisabled={ids.length === 0} typed={ids.length > 0} onOk={done} onClose={onClose}>
      <div className="vd-stack">
        <label className="vd-near vd-small" htmlFor="pr-pick">
          商品
          <Picker
            id="pr-pick"
            of="sku"
            multiple={!one}
            className="vd-wide"
            placeholder="名称、编号、拼音"
            value={one ? (ids[0] ?? null) : ids}
            onChange={(v) => setIds((Array.isArray(v) ? v : [v]).filter((x): x is number => typeof x === "number"))}
          />
        </label>
        <p className="vd-muted">
          找不到商品？<HrefLink href={to("product-list")}>去商品管理</HrefLink>
        </p>
      </div>
    </Dialog>
  );
}

export interface ItemDialogProps {
  item: RecommendItem;
  onSave: (patch: Pick<RecommendItem, "label" | "start_at" | "end_at" | "province_codes">) => void;
  onClose: () => void;
}

const LABEL_MAX = 6;

export function ItemDialog({ item, onSave, onClose }: ItemDialogProps) {
  const [before] = useState({
    label: item.label,
    start_at: item.start_at,
    end_at: item.end_at,
    province_codes: item.province_codes,
  });
  const [value, setValue] = useState(before);
  const { library } = useAddressLibrary();
  const fault = value.start_at && value.end_at && value.start_at >= value.end_at ? "结束时间应晚于开始时间" : null;
  const put = (patch: Partial<typeof value>): void => setValue({ ...value, ...patch });
  return (
    <Dialog
      title={`展示设置：${item.name}`}
      okDisabled={fault !== null}
      typed={value !== before}
      onOk={() => {
        onSave({ ...value, label: value.label.trim() });
        onClose();
      }}
      onClose={onClose}
    >
      <div className="vd-stack">
        <label className="vd-near vd-small" htmlFor="pr-label">
          标签
          <Input
            id="pr-label"
            placeholder="最多6个字，例如：热门"
            maxLength={LABEL_MAX}
            value={value.label}
            onChange={(e) => put({ label: e.target.value })}
          />
        </label>
        <div className="vd-stack vd-halves">
          <label className="vd-near vd-small" htmlFor="pr-start">
            开始展示
            <TimeInput id="pr-start" placeholder="立即" value={value.start_at} onChange={(start_at) => put({ start_at })} />
          </label>
          <label className="vd-near vd-small" htmlFor="pr-end">
            结束展示
            <TimeInput id="pr-end" placeholder="长期" value={value.end_at} onChange={(end_at) => put({ end_at })} />
          </label>
        </div>
        {fault && (
          <p className="vd-error" role="alert">
            {fault}
          </p>
        )}
        <label className="vd-near vd-small" htmlFor="pr-province">
          展示地区
          <Select
            id="pr-province"
            mode="multiple"
            placeholder="全国"
            loading={!library}
            options={library ? provincesOf(library).map((p) => ({ value: p.code, label: p.name })) : []}
            value={value.province_codes}
            onChange={(province_codes: string[]) => put({ province_codes })}
            showSearch={{ filterOption: (text, o) => matches(o?.label ?? "", text) }}
          />
        </label>
      </div>
    </Dialog>
  );
}
