/** The scan field of the packing desk: wherever the focus is, what a scanner types ends up here. */
import { BarcodeOutlined } from "@ant-design/icons";
import { Button, Input, type InputRef } from "antd";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { ScanQueue } from "./scan-queue.ts";

export interface ScanSaid {
  id: number;
  ok: boolean;
  text: string;
}

const TYPED_INTO = "input, textarea, select, [contenteditable='true'], [role='combobox'], [role='listbox'], [role='menu']";
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPED_INTO) !== null;
const hasWindow = (): boolean => document.querySelector(".ant-modal-wrap:not([style*='display: none']), .vd-confirm") !== null;

/** A key pressed anywhere but in a field goes to the box, and so does the focus that nothing else took. */
function useAlwaysFocused(box: RefObject<InputRef | null>): void {
  useEffect(() => {
    const take = (): void => {
      if (!hasWindow()) box.current?.focus({ preventScroll: true });
    };
    const onKey = (e: KeyboardEvent): void => {
      if (e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey && e.key !== " " && !isTyping(e.target)) take();
    };
    const onLeave = (): void =>
      void setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body || !document.activeElement.isConnected) take();
      });
    take();
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("focusout", onLeave);
    document.addEventListener("mouseup", onLeave);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("focusout", onLeave);
      document.removeEventListener("mouseup", onLeave);
    };
  }, [box]);
}

export interface PackingScanProps {
  queue: ScanQueue;
  last: ScanSaid | null;
}

export function PackingScan({ queue, last }: PackingScanProps) {
  const box = useRef<InputRef>(null);
  useAlwaysFocused(box);
  const [typed, setTyped] = useState("");
  const take = (text: string): void => {
    // Full-width letters of a Chinese keyboard are the same number.
    const code = text.normalize("NFKC").trim().toUpperCase();
    setTyped("");
    if (code) queue.push(code);
  };
  return (
    <div className="vd-stack is-8">
      <div className="vd-row">
        <Input
          ref={box}
          size="large"
          prefix={<BarcodeOutlined aria-hidden />}
          aria-label="扫描装箱"
          placeholder="扫描护照，或输入护照号后4位、申请人号后回车"
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || e.nativeEvent.isComposing) return;
            e.preventDefault();
            take(e.currentTarget.value);
          }}
        />
        {queue.waiting > 0 && !queue.isStuck && <output className="vd-muted vd-num">处理中 {queue.waiting}</output>}
      </div>
      {queue.isStuck && (
        <div className="vd-note vd-row vd-between" role="alert">
          服务器没有答复，{queue.waiting} 个扫描还没有送出
          <Button size="small" onClick={queue.again}>
            重新发送
          </Button>
        </div>
      )}
      {last?.ok && <output className="vd-small vd-good">{last.text}</output>}
    </div>
  );
}
