/** An in-app link by its address (`to(…)`): through the router, which loads the screen ahead, or plain where there is none. */
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Link } from "./location.tsx";
import "../kit.css";

export function HrefLink({ href, children, className = "vd-link" }: { href: string; children: ReactNode; className?: string }) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  return router ? (
    <Link to={href} className={className}>
      {children}
    </Link>
  ) : (
    <a href={href} className={className}>
      {children}
    </a>
  );
}
