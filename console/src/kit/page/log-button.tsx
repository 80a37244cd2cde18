/** 日志 of the record on screen, or of a row behind ⋯, for those who may read it. */
import { Button } from "antd";
import type { MenuAct } from "../act/act-menu.tsx";
import { logHref, logPanel } from "./log-href.ts";
import { session } from "../app/session.ts";
import { useGo } from "../filter/use-url.ts";

type LogActs = (noun: string, id: number | string) => MenuAct[];
export function useLogActs(): LogActs {
  const go = useGo();
  const codes = session.use((s) => s.codes);
  return (noun, id) => {
    const panel = logPanel(noun, codes);
    return panel ? [{ key: "log", label: "日志", onClick: () => go(logHref({ noun, noun_id: String(id) }, panel)) }] : [];
  };
}

export function LogButton({ noun, id, link }: { noun: string; id: number | string; link?: boolean }) {
  const [act] = useLogActs()(noun, id);
  return (
    act && (
      <Button {...(link && { type: "link" as const, size: "small" as const })} {...(act.onClick && { onClick: act.onClick })}>
        日志
      </Button>
    )
  );
}
