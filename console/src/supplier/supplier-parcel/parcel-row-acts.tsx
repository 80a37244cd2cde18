/** The next legal act of a parcel in its row; printing, its express and its log behind ⋯. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useLogActs } from "#kit/page/log-button.tsx";
import { hrefOf } from "#kit/screens.ts";
import { ACT_WORDS, NEXT_ACT, unprinted } from "../supplier-parcel-act/parcel-act-words.ts";
import type { OpenAct } from "../supplier-parcel-act/parcel-act.tsx";
import type { Parcel } from "./parcel-cells.tsx";
import { parcelHref } from "./parcel-place.ts";

export interface ParcelRowActsProps {
  p: Parcel;
  act: OpenAct;
  print: (ids: readonly number[]) => Promise<boolean>;
}

export function ParcelRowActs({ p, act, print }: ParcelRowActsProps) {
  const go = useGo();
  const codes = session.use((s) => s.codes);
  const logActs = useLogActs();
  const next = NEXT_ACT[p.stage];
  const express = hrefOf("express-detail", { id: p.express_id, type: p.type }, codes);
  const press = (): void => {
    if (next === "pack") go(parcelHref(p.parcel_no, "desk"));
    else if (next) act(next, p);
  };
  return (
    <span className="vd-moves is-row">
      {next && (
        <Button type="link" size="small" className="vd-row-act" onClick={press}>
          {next === "pack" ? "装箱" : ACT_WORDS[next]}
        </Button>
      )}
      <ActMenu
        items={[
          { key: "print", label: "打印交接单", disabled: unprinted(p) !== null, onClick: () => void print([p.id]) },
          ...(express ? [{ key: "express", label: "快递详情", onClick: () => go(express) }] : []),
          ...logActs("supplier_parcel", p.id),
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${p.parcel_no}更多操作`} />
      </ActMenu>
    </span>
  );
}
