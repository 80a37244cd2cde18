/** The picture with two lines to lay on crown and chin; dragged, or moved with the arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { headMm } from "@visadesk/contract/base-data/paper/photo.rules.ts";
import type { Head } from "./photo-checks.ts";

const STEP = 0.005;
const LEAST = 0.05;
const clamp = (v: number, min: number, max: number): number => Math.min(max, Math.max(min, v));

export interface PhotoHeadProps {
  src: string;
  name: string;
  h_mm: number;
  head: Head;
  onHead: (head: Head) => void;
}

export function PhotoHead({ src, name, h_mm, head, onHead }: PhotoHeadProps) {
  const frame = useRef<HTMLDivElement>(null);
  const put = (edge: keyof Head, at: number): void =>
    onHead(edge === "top" ? { ...head, top: clamp(at, 0, head.bottom - LEAST) } : { ...head, bottom: clamp(at, head.top + LEAST, 1) });
  const drag = (edge: keyof Head) => (e: PointerEvent<HTMLButtonElement>) => {
    const box = frame.current?.getBoundingClientRect();
    if (box && box.height > 0 && e.buttons === 1) put(edge, (e.clientY - box.top) / box.height);
  };
  const keys = (edge: keyof Head) => (e: KeyboardEvent<HTMLButtonElement>) => {
    const by = e.key === "ArrowUp" ? -STEP : e.key === "ArrowDown" ? STEP : 0;
    if (by === 0) return;
    e.preventDefault();
    put(edge, head[edge] + by);
  };
  const line = (edge: keyof Head, label: string) => (
    <button
      type="button"
      aria-label={`${label}，距上边 ${headMm(h_mm, 0, head[edge])} mm`}
      className={`ph-line is-${edge}`}
      style={{ insetBlockStart: `${head[edge] * 100}%` }}
      onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
      onPointerMove={drag(edge)}
      onKeyDown={keys(edge)}
    >
      <span>{label}</span>
    </button>
  );
  return (
    <div className="ph-frame" ref={frame}>
      <img src={src} alt={name} draggable={false} />
      {line("top", "头顶")}
      {line("bottom", "下巴")}
      <b className="ph-mm vd-num" style={{ insetBlockStart: `${((head.top + head.bottom) / 2) * 100}%` }}>
        {headMm(h_mm, head.top, head.bottom)} mm
      </b>
    </div>
  );
}
