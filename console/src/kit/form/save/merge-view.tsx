/** What both sides changed, three columns per field; one click chooses. The rest has merged by itself. */
import { Button } from "antd";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { FieldMeta } from "@visadesk/contract/kit/field.ts";
import { useState, type ReactNode } from "react";
import { Rows, type RowsColumn } from "../../table/rows.tsx";
import { DialogView } from "../dialog-view.tsx";
import { inputMeta, type Zod } from "../field-kinds.ts";
import { Cell } from "../format-cells.tsx";
import type { Clash } from "./merge.ts";
import "../form.css";

/** Words of a field's value; undefined: as its kind says. */
export type Say = (name: string, value: unknown) => ReactNode;

export interface MergeViewProps {
  shape: Readonly<Record<string, Zod>>;
  clashes: readonly Clash[];
  say?: Say;
  onDone: (chosen: Readonly<Record<string, unknown>>) => void;
  onCancel: () => void;
}

export function MergeView({ shape, clashes, say, onDone, onCancel }: MergeViewProps) {
  const [picked, setPicked] = useState<Readonly<Record<string, "now" | "mine">>>({});
  const open = clashes.filter((c) => !picked[c.name]).length;
  const pick = (name: string, side: "now" | "mine"): void => setPicked({ ...picked, [name]: side });
  const metaOf = (c: Clash): FieldMeta | undefined => {
    const type = shape[c.name];
    return type && inputMeta(type);
  };
  const labelOf = (c: Clash): string => metaOf(c)?.label ?? c.name;
  const told = (c: Clash, side: "then" | "now" | "mine"): ReactNode =>
    say?.(c.name, c[side]) ?? <Cell meta={metaOf(c)} value={c[side]} full />;
  const side = (key: "now" | "mine", title: string): RowsColumn<Clash> => ({
    title,
    className: (c) => (picked[c.name] === key ? "is-picked" : ""),
    cell: (c) => (
      <>
        {told(c, key)}{" "}
        <Button
          type="link"
          size="small"
          aria-pressed={picked[c.name] === key}
          aria-label={`${labelOf(c)}用${key === "now" ? "现在" : "我"}的`}
          onClick={() => pick(c.name, key)}
        >
          用这个
        </Button>
      </>
    ),
  });
  return (
    <DialogView
      width={720}
      title={TEXTS.conflict}
      okText="按所选保存"
      okDisabled={open > 0}
      typed={Object.keys(picked).length > 0}
      onOk={() => onDone(Object.fromEntries(clashes.map((c) => [c.name, picked[c.name] === "now" ? c.now : c.mine])))}
      onClose={onCancel}
    >
      <Rows
        label={TEXTS.conflict}
        rows={clashes}
        by="name"
        columns={[
          { title: "字段", head: true, cell: labelOf },
          { title: "当时", cell: (c) => told(c, "then") },
          side("now", "现在"),
          side("mine", "我的"),
        ]}
      />
    </DialogView>
  );
}
