/** The boxes before the rows of a table: one row, all rows of the page, with Shift all rows since the last one. */
import { useRef, type ChangeEvent } from "react";

export const CHECK_WIDTH = 40;

export interface Checks<R> {
  idOf: (row: R) => number;
  /** Ids of rows of other pages are kept. */
  picked: readonly number[];
  onPick: (ids: readonly number[]) => void;
}

export interface CheckState {
  isOn: (index: number) => boolean;
  all: "on" | "off" | "some";
  toggle: (index: number, on: boolean, range: boolean) => void;
  toggleAll: (on: boolean) => void;
}

export function useChecks<R>(rows: readonly R[], checks: Checks<R> | undefined): CheckState | null {
  const last = useRef<number | null>(null);
  if (!checks) return null;
  const ids = rows.map(checks.idOf);
  const picked = new Set(checks.picked);
  const put = (some: readonly number[], on: boolean): void => {
    const touched = new Set(some);
    const kept = checks.picked.filter((id) => !touched.has(id));
    checks.onPick(on ? [...kept, ...some] : kept);
  };
  const count = ids.filter((id) => picked.has(id)).length;
  return {
    isOn: (index) => picked.has(ids[index] ?? Number.NaN),
    all: count === 0 ? "off" : count === ids.length ? "on" : "some",
    toggle: (index, on, range) => {
      const from = range && last.current !== null ? last.current : index;
      last.current = index;
      put(ids.slice(Math.min(from, index), Math.max(from, index) + 1), on);
    },
    toggleAll: (on) => put(ids, on),
  };
}

export const CheckAll = ({ checks }: { checks: CheckState }) => (
  <th scope="col" className="vd-check is-fixed">
    <label>
      <input
        type="checkbox"
        aria-label="选择本页"
        checked={checks.all === "on"}
        ref={(box) => {
          if (box) box.indeterminate = checks.all === "some";
        }}
        onChange={(e) => checks.toggleAll(e.target.checked)}
      />
    </label>
  </th>
);

const withShift = (e: ChangeEvent<HTMLInputElement>): boolean => e.nativeEvent instanceof MouseEvent && e.nativeEvent.shiftKey;

export const CheckCell = ({ checks, index }: { checks: CheckState; index: number }) => (
  <td className="vd-check is-fixed">
    <label>
      <input
        type="checkbox"
        aria-label={`选择第${index + 1}行`}
        checked={checks.isOn(index)}
        onChange={(e) => checks.toggle(index, e.target.checked, withShift(e))}
      />
    </label>
  </td>
);
