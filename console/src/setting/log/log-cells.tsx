/** Cells of the operation log and what one row unfolds to. */
import { StateTag } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { changesText, LOG_NOUNS } from "@visadesk/contract/setting/log-words.ts";
import { LOG_RESULTS, type logSubjectApi } from "@visadesk/contract/setting/operation-log.ts";
import { pageOf, type ListedRow } from "./log-pages.ts";

export type LogRow = Output<typeof logSubjectApi.operation_log_subject_get>["list"][number];
const ACTORS: Readonly<Record<LogRow["actor_kind"], string>> = {
  worker: "",
  peer: "同行",
  partner: "合作方",
  system: "系统",
  host: "主机命令",
};
const TONES: Readonly<Record<LogRow["result"], Tone>> = { ok: "green", refused: "orange", fault: "red" };
export const Actor = ({ row }: { row: LogRow }) => (
  <span className="vd-ellipsis" title={row.actor_name}>
    {row.actor_name || ACTORS[row.actor_kind] || "—"}
  </span>
);
export const ResultTag = ({ result }: { result: LogRow["result"] }) => <StateTag tone={TONES[result]}>{LOG_RESULTS[result]}</StateTag>;

export function LogObject({ row }: { row: ListedRow }) {
  const codes = session.use((s) => s.codes);
  const noun = row.noun && (LOG_NOUNS[row.noun] ?? row.noun);
  const text = row.noun_no ?? (row.noun_id ? `${noun ?? ""} ${row.noun_id}` : noun);
  if (!text) return <span className="vd-blank">—</span>;
  const href = pageOf(row, codes);
  return href ? (
    <HrefLink href={href}>{text}</HrefLink>
  ) : (
    <span className="vd-ellipsis" title={text}>
      {text}
    </span>
  );
}

const SHOWN = 2;
export function Changes({ row }: { row: LogRow }) {
  const n = row.changes.length;
  const text = changesText(row.changes.slice(0, SHOWN)) + (n > SHOWN ? ` 等${n}项` : "");
  return text || row.reason ? (
    <span className="vd-ellipsis" title={text || (row.reason ?? "")}>
      {text || row.reason}
    </span>
  ) : (
    <span className="vd-blank">—</span>
  );
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Windows", "Windows"],
  ["iPhone", "iPhone"],
  ["Android", "Android"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;
const wordOf = (agent: string, words: readonly (readonly [string, string])[]): string =>
  words.find(([mark]) => agent.includes(mark))?.[1] ?? "";

/** Address above, browser and system below; the whole text on hover. */
export function Where({ row }: { row: LogRow }) {
  const agent = row.agent ?? "";
  const device = [wordOf(agent, BROWSERS), wordOf(agent, SYSTEMS)].filter(Boolean).join(" · ");
  return (
    <TwoLines under={device} title={agent} num>
      {row.ip || "—"}
    </TwoLines>
  );
}
