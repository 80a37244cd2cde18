/** A record's log over the present page: its own where the reader may have the record open, else the operation log narrowed to it. */
import { allows, may } from "@visadesk/contract/permissions.ts";
import { isRecordNoun, records } from "@visadesk/contract/record-nouns.ts";

export const LOG_KEYS = { noun: "log_noun", noun_id: "log_noun_id" } as const;
export interface LogOf {
  noun: string;
  noun_id: string;
}

/** The panel that shows this reader the record's log; null: none does. */
export const logPanel = (noun: string, codes: ReadonlySet<number>): "record-log" | "operation-log" | null =>
  isRecordNoun(noun) && allows(records[noun].may, codes) ? "record-log" : codes.has(may.operation_log) ? "operation-log" : null;

export function logHref(of: LogOf | null, panel: "record-log" | "operation-log" = "operation-log"): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", panel);
  for (const key of Object.values(LOG_KEYS)) params.delete(key);
  if (of) {
    params.set(LOG_KEYS.noun, of.noun);
    params.set(LOG_KEYS.noun_id, of.noun_id);
  }
  return `${window.location.pathname}?${params}`;
}

/** Another panel over the present page. */
export function panelHref(name: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", name);
  return `${window.location.pathname}?${params}`;
}
