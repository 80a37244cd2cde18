/** An in-app link by its address (`to(…)`): plain clicks go through the router, all others stay the browser's. */
import type { ReactNode } from "react";
import { useGo } from "./use-url.ts";
import "./kit.css";

export function HrefLink(props: { href: string; children: ReactNode; className?: string }) {
  const go = useGo();
  return (
    <a className={props.className ?? "vd-link"} href={props.href} onClick={(e) => {
      if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
      e.preventDefault();
      go(props.href);
    }}>
      {props.children}
    </a>
  );
}
