/** Wrong scans that nobody has read yet. They outlive the desk: a parcel that a colleague seals meanwhile is packed no more. */
import { Button } from "antd";
import { useCallback, useMemo, useState } from "react";

export interface ScanFault {
  id: number;
  text: string;
}
export interface ScanFaults {
  list: readonly ScanFault[];
  add: (fault: ScanFault) => void;
  forget: () => void;
}
const SHOWN = 3;

export function useScanFaults(): ScanFaults {
  const [list, setList] = useState<readonly ScanFault[]>([]);
  const add = useCallback((fault: ScanFault) => setList((all) => [fault, ...all]), []);
  const forget = useCallback(() => setList([]), []);
  return useMemo(() => ({ list, add, forget }), [list, add, forget]);
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
