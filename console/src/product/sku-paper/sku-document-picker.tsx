/** Papers in use of one kind, to ask for or to put in another's place. */
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { matches } from "#kit/pinyin.ts";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { PaperDocument } from "../sku-edit/sku-form-model.ts";

type Picked = Output<typeof documentApi.document_pick>["list"][number];
export type PickedDocument = PaperDocument & { owner: Picked["default_owner"] };

interface DocumentPickerProps {
  kind: number;
  label: string;
  country?: string;
  /** Papers that are asked for already. */
  without?: ReadonlySet<number>;
  placeholder?: string;
  onPick: (paper: PickedDocument) => void;
}
export function DocumentPicker({ kind, label, country, without, placeholder, onPick }: DocumentPickerProps) {
  const [touched, setTouched] = useState(false);
  const asked = { kind: [kind], ...(country !== undefined && { country_id: country }) };
  const { data, isFetching } = useQuery({
    queryKey: [documentApi.document_pick.name, asked],
    enabled: touched,
    queryFn: ({ signal }) => ask(documentApi.document_pick, asked, { signal, noToast: true }),
  });
  const list = (data?.list ?? []).filter((d) => !without?.has(d.id));
  return (
    <Select
      size="small"
      className="sk-picker"
      aria-label={label}
      placeholder={placeholder ?? "选择资料"}
      value={null}
      loading={isFetching}
      options={list.map((d) => ({ value: d.id, label: d.name }))}
      notFoundContent={isFetching ? "正在查找" : "没有可选的资料"}
      onOpenChange={(open) => {
        if (open) setTouched(true);
      }}
      onChange={(id: number | null) => {
        const found = list.find((d) => d.id === id);
        if (found) onPick({ id: found.id, kind: found.kind, name: found.name, status: 1, copies: 1, owner: found.default_owner });
      }}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
      popupMatchSelectWidth={false}
    />
  );
}
