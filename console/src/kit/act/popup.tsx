/**
 * A panel beside the button that opened it: menus, settings, fly-outs. Below its button, or above where there is no
 * room; in the browser's top layer, so that no table cuts it off. Escape and a press elsewhere close it; it follows its
 * button when the page moves, and goes with it when the button leaves the window.
 *
 *   {at && <Popup at={at} onClose={() => setAt(null)}>…</Popup>}
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type HTMLAttributes } from "react";
import "./popup.css";

export interface PopupProps extends HTMLAttributes<HTMLDivElement> {
  /** The button it belongs to. */
  at: HTMLElement;
  onClose: () => void;
  side?: "below" | "right";
}

const GAP = 4;
const EDGE = 8;

function place(panel: HTMLElement, at: HTMLElement, side: "below" | "right"): void {
  const button = at.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const right = side === "right";
  const below = button.bottom + GAP;
  const isRoomBelow = below + height <= window.innerHeight - EDGE || button.top < height + GAP + EDGE;
  const top = right ? button.top : isRoomBelow ? below : button.top - GAP - height;
  // Its end under the button's end; a button at the left edge has it the other way round.
  const left = right ? button.right + GAP : button.right - width >= EDGE ? button.right - width : button.left;
  panel.style.top = `${Math.round(Math.max(EDGE, Math.min(top, window.innerHeight - EDGE - height)))}px`;
  panel.style.left = `${Math.round(Math.max(EDGE, Math.min(left, window.innerWidth - EDGE - width)))}px`;
}

function isInView(at: HTMLElement): boolean {
  const { top, bottom, left, right } = at.getBoundingClientRect();
  return at.isConnected && bottom >= 0 && right >= 0 && top <= window.innerHeight && left <= window.innerWidth;
}

export function Popup({ at, onClose, side = "below", className, ...rest }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    if ("showPopover" in panel) panel.showPopover();
    place(panel, at, side);
    // What is loaded on demand makes it wider only then.
    const watch = new ResizeObserver(() => place(panel, at, side));
    watch.observe(panel);
    return () => watch.disconnect();
  }, [at, side]);
  useEffect(() => {
    const isInside = (e: Event): boolean => e.target instanceof Node && (ref.current?.contains(e.target) ?? false);
    const onPress = (e: Event): void => {
      if (!isInside(e) && !(e.target instanceof Node && at.contains(e.target))) close();
    };
    // Content that arrives late scrolls the page as well: that is no reason to close under the reader's hand.
    const onMove = (e: Event): void => {
      const panel = ref.current;
      if (!panel || isInside(e)) return;
      if (isInView(at)) place(panel, at, side);
      else close();
    };
    const onKey = (e: KeyboardEvent): void => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      close();
      at.focus();
    };
    document.addEventListener("pointerdown", onPress, true);
    document.addEventListener("scroll", onMove, true);
    document.addEventListener("keydown", onKey, true);
    window.addEventListener("resize", onMove);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      document.removeEventListener("scroll", onMove, true);
      document.removeEventListener("keydown", onKey, true);
      window.removeEventListener("resize", onMove);
    };
  }, [at, side]);
  return <div {...rest} ref={ref} popover="manual" className={className ? `vd-popup ${className}` : "vd-popup"} />;
}
