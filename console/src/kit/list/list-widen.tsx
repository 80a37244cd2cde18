/** A list opened plain shows the narrowest scope that holds something, and says which ones held nothing. */
import { useEffect, useState } from "react";

interface Opening {
  options: readonly { value: string; label: string }[];
  held: string;
  /** Nothing narrows the list but its scope and what it opens with. */
  bare: boolean;
  /** Rows, and none: the answer is the present scope's. */
  settled: boolean;
  /** Something else decides what is shown: a fault, or the user's default view. */
  stopped: boolean;
  empty: boolean;
  widen: (value: string) => void;
}

interface Opened {
  /** Labels of the scopes passed over. */
  passed: readonly string[];
  /** An empty scope is about to be left for the next: nothing is said of it. */
  leaving: boolean;
}

/** Once per visit, and never against somebody's own choice. */
export function useWiden({ options, held, bare, settled, stopped, empty, widen }: Opening): Opened {
  const [passed, setPassed] = useState<{ labels: readonly string[]; at: string }>({ labels: [], at: held });
  const [over, setOver] = useState(held !== options[0]?.value || !bare);
  const at = options.findIndex((o) => o.value === held);
  const label = options[at]?.label;
  const next = options[at + 1]?.value;
  const arrived = passed.labels.length === 0 || passed.at === held;
  const leaving = !over && arrived && !stopped && empty && bare && label !== undefined && next !== undefined;
  if (!over && arrived && settled && !stopped && !leaving) setOver(true);
  useEffect(() => {
    if (!leaving || !settled) return;
    const timer = setTimeout(() => {
      setPassed({ labels: [...passed.labels, label], at: next });
      widen(next);
    });
    return () => clearTimeout(timer);
  }, [leaving, settled, label, next, widen, passed]);
  return { passed: passed.at === held ? passed.labels : [], leaving };
}

/** “我的”没有记录，已显示全部. */
export const Widened = ({ passed, held }: { passed: readonly string[]; held: string | undefined }) =>
  passed.length > 0 && held !== undefined ? (
    <output className="vd-small vd-muted">
      {passed.map((label) => `“${label}”`).join("")}范围内没有记录，已显示{held}
    </output>
  ) : null;
