/** 日志 of one record, under its own right: what was done to it, newest first. */
import { Button } from "antd";
import { LOG_KEYS, logHref } from "#kit/page/log-href.ts";
import { useQuery } from "#kit/app/location.tsx";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import { useCan } from "#kit/app/session.ts";
import { Timeline } from "#kit/page/timeline.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { metaOf, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { isRecordNoun, records, type RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { recordShapes } from "./record-shapes.ts";

const OWN = { keys: Object.values(LOG_KEYS) };
const FILES: ReadonlySet<string> = new Set(["file", "files"]);
function Rows({ noun, id }: { noun: RecordNoun; id: string }) {
  const meta = (field: string): FieldMeta | undefined => {
    const type = recordShapes[noun]?.shape[field];
    const found = type && metaOf(type);
    // The server has put values into words; pictures and papers are opened here.
    return found && FILES.has(found.kind) ? found : undefined;
  };
  // A country goes by its code, all others by a number.
  if (noun === "country") return <Timeline endpoint={recordLogApi.country_log_query} input={{ id }} meta={meta} />;
  return <Timeline endpoint={recordLogApi[`${noun}_log_query`]} input={{ id: Number(id) }} meta={meta} />;
}

export default function RecordLog() {
  useOpenPanel(OWN);
  const [query] = useQuery();
  const go = useGo();
  const seesAll = useCan(may.operation_log);
  const { [LOG_KEYS.noun]: noun = "", [LOG_KEYS.noun_id]: id = "" } = query;
  if (!isRecordNoun(noun)) return <p className="vd-muted">没有可看的日志</p>;
  return (
    <>
      <p className="vd-row vd-muted vd-after-12">
        {records[noun].label}的改动，从新到旧
        <span className="vd-grow" />
        {seesAll && (
          <Button type="link" size="small" onClick={() => go(logHref({ noun, noun_id: id }))}>
            操作日志
          </Button>
        )}
      </p>
      <Rows noun={noun} id={id} />
    </>
  );
}
