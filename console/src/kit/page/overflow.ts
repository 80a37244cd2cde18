/** Whether a box holds more in its width than it shows. */
import { useLayoutEffect, useState, type RefObject } from "react";

/** `drawn` stands for what it holds: the box is measured anew when that or its size changes. */
export function useOverflow(box: RefObject<HTMLElement | null>, drawn: unknown): boolean {
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const at = box.current;
    if (!at) return;
    const measure = (): void => setLong(at.scrollWidth > at.clientWidth + 1);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(at);
    return () => watch.disconnect();
  }, [box, drawn]);
  return isLong;
}
