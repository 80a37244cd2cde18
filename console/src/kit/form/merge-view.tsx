/** What both sides changed, three columns per field; one click chooses. The rest has merged by itself. */
import { Button, Modal } from "antd";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { useState, type ReactNode } from "react";
import { inputMeta, type Zod } from "./field-kinds.ts";
import { Cell } from "./format-cells.tsx";
import type { Clash } from "./merge.ts";
import "./form.css";

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
  return (
    <Modal
      open
      width={720}
      title={TEXTS.conflict}
      onCancel={onCancel}
      okText="按所选保存"
      okButtonProps={{ disabled: open > 0 }}
      onOk={() => onDone(Object.fromEntries(clashes.map((c) => [c.name, picked[c.name] === "now" ? c.now : c.mine])))}
    >
      <table className="vd-merge">
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">当时</th>
            <th scope="col">现在</th>
            <th scope="col">我的</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((c) => {
            const type = shape[c.name];
            const meta = type && inputMeta(type);
            const label = meta?.label ?? c.name;
            return (
              <tr key={c.name}>
                <th scope="row">{label}</th>
                <td>{say?.(c.name, c.then) ?? <Cell meta={meta} value={c.then} full />}</td>
                {(["now", "mine"] as const).map((side) => (
                  <td key={side} className={picked[c.name] === side ? "is-picked" : ""}>
                    {say?.(c.name, c[side]) ?? <Cell meta={meta} value={c[side]} full />}
                    <Button
                      type="link"
                      size="small"
                      aria-pressed={picked[c.name] === side}
                      aria-label={`${label}用${side === "now" ? "现在" : "我"}的`}
                      onClick={() => pick(c.name, side)}
                    >
                      用这个
                    </Button>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Modal>
  );
}
