/**
 * Wrong scans that nobody has read yet. Each goes with its cause: who was taken out or packed after all, the desk that was left.
 * One that came too late outlives the desk: its parcel was sealed by a colleague, and that passport lies outside of it.
 */
import { Button } from "antd";
import { useCallback, useMemo, useState } from "react";

export interface ScanFault {
  id: number;
  text: string;
  /** What was scanned. */
  code: string;
  /** Stays until it is read. */
  isLate: boolean;
}
export interface ScanFaults {
  list: readonly ScanFault[];
  add: (fault: ScanFault) => void;
  /** Nothing stands any more against whom this names: his number, or what was scanned. */
  settle: (names: readonly string[]) => void;
  leave: () => void;
  forget: () => void;
}
const SHOWN = 3;

export function useScanFaults(): ScanFaults {
  const [list, setList] = useState<readonly ScanFault[]>([]);
  const add = useCallback((fault: ScanFault) => setList((all) => [fault, ...all]), []);
  const settle = useCallback(
    (names: readonly string[]) => setList((all) => all.filter((f) => !names.some((n) => f.code === n || f.text.startsWith(n)))),
    [],
  );
  const leave = useCallback(() => setList((all) => all.filter((f) => f.isLate)), []);
  const forget = useCallback(() => setList([]), []);
  return useMemo(() => ({ list, add, settle, leave, forget }), [list, add, settle, leave, forget]);
}

export const ScanFaultList = ({ faults }: { faults: ScanFaults }) =>
  faults.list.length > 0 && (
    <div className="vd-note vd-tone-red vd-row vd-between" role="alert">
      <ul className="vd-near">
        {faults.list.slice(0, SHOWN).map((f) => (
          <li key={f.id} className="vd-error">
            {f.text}
          </li>
        ))}
        {faults.list.length > SHOWN && <li className="vd-muted">另有 {faults.list.length - SHOWN} 个</li>}
      </ul>
      <Button size="small" type="text" onClick={faults.forget}>
        知道了
      </Button>
    </div>
  );
