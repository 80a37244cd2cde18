/** Leaving a changed form by path asks 有未保存的内容，确定离开吗？; a closed tab gets the browser's own question. */
import { useBlocker, useRouter } from "@tanstack/react-router";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { useEffect } from "react";
import { confirm } from "../../app/feedback.ts";
import { isReloading } from "../../app/reload.ts";

interface Props {
  /** Asked at the moment of leaving. */
  changed: () => boolean;
  /** What lies over a page goes with a step back too, which may only change what the page shows. */
  over?: boolean;
  /** What becomes of what was typed. */
  kept?: string | undefined;
}

const STEPS: readonly string[] = ["BACK", "FORWARD", "GO"];

function RouteGuard({ changed, over = false, kept }: Props): null {
  useBlocker({
    shouldBlockFn: async ({ current, next, action }) =>
      (current.pathname !== next.pathname || (over && STEPS.includes(action))) &&
      changed() &&
      !(await confirm({ title: TEXTS.leave_changed, content: kept, ok: "离开", cancel: "留下" })),
    enableBeforeUnload: false,
  });
  return null;
}

/** Stands inside a form page, and inside what is filled in over one. */
export function LeaveGuard({ changed, over = false, kept }: Props) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  useEffect(() => {
    const ask = (e: BeforeUnloadEvent): void => {
      if (!isReloading() && changed()) e.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
  return router ? <RouteGuard changed={changed} over={over} kept={kept} /> : null;
}
