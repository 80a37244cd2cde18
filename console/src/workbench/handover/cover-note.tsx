/** On the workbench: whom I cover until when, and who asks me to. */
import { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { handoverHref } from "#shared/handover-href.ts";
import { minute, spanText, type Handover } from "./handover-words.tsx";

const NONE: readonly Handover[] = [];
/** Those that I take over: going on, or waiting for my word. */
export function useCovers(): { active: readonly Handover[]; asked: readonly Handover[] } {
  const { data } = useRecord(handoverApi.handover_query, { view: "cover", handover_status: ["active", "planned"], page: 1, page_size: 50 });
  const list = data?.list ?? NONE;
  return {
    active: list.filter((h) => h.handover_status === "active"),
    asked: list.filter((h) => h.moves.some((m) => m.move === "confirm" && m.ok)),
  };
}

export function CoverNote({ active, asked }: ReturnType<typeof useCovers>) {
  return (
    <>
      {active.map((h) => (
        <output key={h.id} className="vd-note vd-small vd-wraps" aria-label="代办">
          <span>
            代 {h.from_name} 处理至 {minute(h.end_at)}
          </span>
          <HrefLink href={handoverHref(h.id)}>{h.read_at === null ? "交接清单（未阅读）" : "交接清单"}</HrefLink>
        </output>
      ))}
      {asked.map((h) => (
        <output key={h.id} className="vd-note vd-small vd-wraps" aria-label="待确认">
          <span>
            {h.from_name} {spanText(h)} 休假，请您接手
          </span>
          <HrefLink href={handoverHref(h.id)}>去确认</HrefLink>
        </output>
      ))}
    </>
  );
}
