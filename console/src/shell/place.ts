/** The present screen, derived from the address: what menu, breadcrumb, title and back control need. */
import { useLocation, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { matchScreen, type Screen } from "#kit/screens.ts";
import { useConfig, useStats } from "#kit/app/session.ts";
import { listHref, parentOf } from "./trail.ts";

export interface Place {
  pathname: string;
  screen: Screen | undefined;
  parent: Screen | undefined;
}

export function usePlace(): Place {
  const pathname = useLocation({ select: (l) => l.pathname });
  const screen = matchScreen(pathname)?.screen;
  return { pathname, screen, parent: screen && parentOf(screen) };
}

/** `(3) 订单处理 - 签证业务管理平台`; without a screen title only the platform name. */
export function titleOf(title: string, platform: string, tasks: number): string {
  const own = title ? `${title} - ${platform}` : platform;
  return tasks > 0 ? `(${tasks}) ${own}` : own;
}

export function useTitle(screen: Screen | undefined): void {
  const platform = useConfig()?.platform_name ?? "签证业务管理平台";
  const tasks = useStats().task_count ?? 0;
  const title = screen?.title ?? "";
  useEffect(() => {
    document.title = titleOf(title, platform, tasks);
  }, [title, platform, tasks]);
}

const CLOSE_WAIT_MS = 200;

/** Back through the history of this app; a tab opened for the page closes; a tab that stays goes to the list. */
export function useBack(parent: Screen | undefined): () => void {
  const router = useRouter();
  return useCallback(() => {
    if (router.history.canGoBack()) return router.history.back();
    window.close();
    setTimeout(() => void (!window.closed && parent && router.navigate({ href: listHref(parent) })), CLOSE_WAIT_MS);
  }, [router, parent]);
}
