/** Draws rich text. The only place where stored markup becomes part of a page, and only as nodes that were cleaned here. */
import { useLayoutEffect, useRef } from "react";
import { richNodes } from "./rich-clean.ts";

export interface RichTextProps {
  html: string;
  className?: string;
}

export function RichTextView({ html, className = "" }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(richNodes(html)), [html]);
  return <div ref={box} className={`vd-rich ${className}`} />;
}
