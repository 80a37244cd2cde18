/** A button that leads to another page: a real address, so that it opens in a new tab as well. */
import { Button } from "antd";
import type { MouseEvent, ReactNode } from "react";
import { useGo } from "../filter/use-url.ts";

export function LinkButton({ href, primary, children }: { href: string; primary?: true; children: ReactNode }) {
  const go = useGo();
  const follow = (e: MouseEvent): void => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    go(href);
  };
  return (
    <Button href={href} {...(primary && { type: "primary" as const })} onClick={follow}>
      {children}
    </Button>
  );
}
