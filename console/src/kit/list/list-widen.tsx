/** A list opened plain shows the narrowest scope that holds something, and says which ones held nothing. */
import { useEffect, useRef, useState } from "react";

interface Opening {
  options: readonly { value: string; label: string }[];
  held: string;
  /** Nothing narrows the list but its scope and what it opens with. */
  bare: boolean;
  /** Rows, and none: the answer is the present scope's. */
  settled: boolean;
  empty: boolean;
  widen: (value: string) => void;
}

/** Labels of the scopes passed over; once per visit, and never against somebody's own choice. */
export function useWiden({ options, held, bare, settled, empty, widen }: Opening): readonly string[] {
  const [passed, setPassed] = useState<{ labels: readonly string[]; at: string }>({ labels: [], at: held });
  const over = useRef(held !== options[0]?.value || !bare);
  useEffect(() => {
    if (over.current || !settled || (passed.labels.length > 0 && passed.at !== held)) return;
    const at = options.findIndex((o) => o.value === held);
    const here = options[at];
    const next = options[at + 1];
    if (!empty || !bare || !here || !next) {
      over.current = true;
      return;
    }
    const timer = setTimeout(() => {
      setPassed({ labels: [...passed.labels, here.label], at: next.value });
      widen(next.value);
    });
    return () => clearTimeout(timer);
  }, [options, held, bare, settled, empty, widen, passed]);
  return passed.at === held ? passed.labels : [];
}

/** “我的”没有记录，已显示全部. */
export const Widened = ({ passed, held }: { passed: readonly string[]; held: string | undefined }) =>
  passed.length > 0 && held !== undefined ? (
    <output className="vd-small vd-muted">
      {passed.map((label) => `“${label}”`).join("")}范围内没有记录，已显示{held}
    </output>
  ) : null;
