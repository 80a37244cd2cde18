/** A group of the collapsed menu: its lines come out at the side while the pointer or the focus is there. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Popup } from "#kit/act/popup.tsx";
import { usePlace } from "../place.ts";

const LEAVE_MS = 200;

export function FlyOut(props: { title: string; icon: ReactNode; className: string; children: ReactNode }) {
  const { pathname } = usePlace();
  // Going somewhere closes it.
  const [shown, setShown] = useState<{ at: HTMLElement; on: string } | null>(null);
  const open = shown?.on === pathname ? shown : null;
  const button = useRef<HTMLButtonElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const enter = (): void => {
    clearTimeout(timer.current);
    if (button.current) setShown({ at: button.current, on: pathname });
  };
  const leave = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!lines.current?.contains(document.activeElement)) setShown(null);
    }, LEAVE_MS);
  };
  return (
    <div onPointerEnter={enter} onPointerLeave={leave}>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-label={props.title}
        aria-expanded={open !== null}
        onClick={() => {
          enter();
          // After a press by key the lines are next.
          setTimeout(() => lines.current?.querySelector("a")?.focus());
        }}
      >
        {props.icon}
      </button>
      {open && (
        <Popup at={open.at} side="right" onClose={() => setShown(null)} className="vd-fly-out">
          <div ref={lines}>
            <b>{props.title}</b>
            {props.children}
          </div>
        </Popup>
      )}
    </div>
  );
}
