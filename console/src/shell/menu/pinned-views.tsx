/** Pinned saved views stand in the menu with the count of their list, refreshed together with the statistics. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { call } from "#kit/app/api.ts";
import { mayEnter, screenOf } from "#kit/screens.ts";
import { session, useStats } from "#kit/app/session.ts";
import type { MenuLine } from "./menu-link.tsx";

type View = OutputOf<"saved_view_query">["list"][number];
interface Pinned {
  view: View;
  total: number | undefined;
  capped: boolean;
}

export function usePinnedViews(): Pinned[] {
  const signedIn = session.use((s) => s.account !== null && !s.account.must_change);
  const codes = session.use((s) => s.codes);
  const stats = useStats();
  const views = useQuery({
    queryKey: ["saved_view_query", {}],
    enabled: signedIn,
    queryFn: ({ signal }) => call("saved_view_query", {}, { noToast: true, signal }),
  });
  const pinned = useMemo(
    () =>
      (views.data?.list ?? [])
        .filter((v) => {
          // A list beside one record has no address of its own.
          const screen = screenOf(v.route);
          return v.pinned && screen && !screen.path.includes(":") && mayEnter(screen, codes);
        })
        .slice(0, 5),
    [views.data, codes],
  );
  const ids = pinned.map((v) => v.id);
  const counts = useQuery({
    queryKey: ["saved_view_count", { ids }, stats],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("saved_view_count", { ids }, { noToast: true, signal }),
  });
  return pinned.map((view) => {
    const count = counts.data?.list.find((c) => c.id === view.id);
    return { view, total: count?.total, capped: count?.total_capped ?? false };
  });
}

export const viewHref = (view: Pick<View, "id" | "route">): string => `${screenOf(view.route)?.path ?? ""}?view=${view.id}`;

export const pinnedLines = (pinned: readonly Pinned[]): MenuLine[] =>
  pinned.map(({ view, total, capped }) => ({
    key: `view:${view.id}`,
    title: view.name,
    href: viewHref(view),
    mark: total !== undefined && (
      <span className="vd-dim">
        {total}
        {capped ? "+" : ""}
      </span>
    ),
  }));
