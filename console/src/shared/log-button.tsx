/** 日志 of the record on screen, for those who may read the log. */
import { Button } from "antd";
import { useCan } from "#kit/session.ts";
import { useGo } from "#kit/use-url.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { logHref } from "./log-href.ts";

export function LogButton({ noun, id }: { noun: string; id: number }) {
  const go = useGo();
  return useCan(may.operation_log) && <Button onClick={() => go(logHref({ noun, noun_id: String(id) }))}>日志</Button>;
}
