/** How far the demo business is that a fresh server makes with the door open; what it brought is fetched when it ends. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadWords } from "@visadesk/contract/account/session.ts";
import { reloadConfig, refreshStats, session } from "#kit/app/session.ts";

const AGAIN_MS = 2_000;

export function FirstLoad() {
  const load = session.use((s) => s.config?.first_load ?? null);
  const client = useQueryClient();
  const isLoading = load !== null;
  useEffect(() => {
    if (!isLoading) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    // Each asks after the last was answered: a busy server is not asked more often than it answers.
    const again = (): void => {
      timer = setTimeout(() => void reloadConfig().finally(() => !isOver && again()), AGAIN_MS);
    };
    again();
    return () => {
      isOver = true;
      clearTimeout(timer);
      void client.invalidateQueries();
      void refreshStats();
    };
  }, [isLoading, client]);
  if (!load) return null;
  return (
    <output className="vd-row vd-small vd-muted vd-first-load">
      <progress value={load.done} max={load.count || 1} aria-label="演示数据" />
      <span>演示数据生成中（{loadWords(load)}），可以先浏览，完成后再操作</span>
    </output>
  );
}
