/**
 * A panel beside the button that opened it: menus, settings, fly-outs. Below its button, or above where there is no
 * room; in the browser's top layer, so that no table cuts it off. Escape, a press elsewhere and scrolling close it.
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

export function Popup({ at, onClose, side = "below", className, ...rest }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    if ("showPopover" in panel) panel.showPopover();
    place(panel, at, side);
  }, [at, side]);
  useEffect(() => {
    const isInside = (e: Event): boolean => e.target instanceof Node && (ref.current?.contains(e.target) ?? false);
    const onPress = (e: Event): void => {
      if (!isInside(e) && !(e.target instanceof Node && at.contains(e.target))) close();
    };
    const onScroll = (e: Event): void => {
      if (!isInside(e)) close();
    };
    const onKey = (e: KeyboardEvent): void => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      close();
      at.focus();
    };
    const onResize = (): void => close();
    document.addEventListener("pointerdown", onPress, true);
    document.addEventListener("scroll", onScroll, true);
    document.addEventListener("keydown", onKey, true);
    window.addEventListener("resize", onResize);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      document.removeEventListener("scroll", onScroll, true);
      document.removeEventListener("keydown", onKey, true);
      window.removeEventListener("resize", onResize);
    };
  }, [at]);
  return <div {...rest} ref={ref} popover="manual" className={className ? `vd-popup ${className}` : "vd-popup"} />;
}
