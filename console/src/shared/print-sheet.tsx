/** A sheet that is the whole page on paper and nothing on screen: opens the print window once it is drawn. */
import { useEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useConfig } from "#kit/app/session.ts";
import "./print-sheet.css";

export interface PrintSheetProps {
  /** What is printed, by which the loop over prints knows it. */
  name: string;
  children: ReactNode;
  onClose: () => void;
}

/** Where both sides put their stamps: our company as 系统参数 names it, theirs in full, each with a day to write. */
export function useStamps(other: string): readonly [ours: string, theirs: string] {
  const stamp = (who: string): string => `${who}（盖章）　日期：`;
  return [stamp(useConfig()?.company_name || "我方"), stamp(other)];
}

export function PrintSheet({ name, children, onClose }: PrintSheetProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const done = (): void => close.current();
    window.addEventListener("afterprint", done);
    // The next frame: styles of the sheet have arrived by then.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", done);
    };
  }, []);
  return createPortal(
    <section className="vd-print-only" aria-hidden="true" data-print={name}>
      {children}
    </section>,
    document.body,
  );
}
