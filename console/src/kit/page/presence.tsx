/** Who else is on this record: 张三 正在编辑（2分钟）. One ping while the page is seen, gone after 60 s on the server. */
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../app/api.ts";
import { useAccount } from "../app/session.ts";

const PING_MS = 30_000;

export function PresenceLine(props: { noun: PresenceNoun; id: number; mode: "view" | "edit" }) {
  const me = useAccount()?.id;
  const { data } = useQuery({
    queryKey: ["presence_ping", props.noun, props.id, props.mode],
    queryFn: ({ signal }) => call("presence_ping", { noun: props.noun, id: props.id, mode: props.mode }, { signal, noToast: true }),
    refetchInterval: PING_MS,
    refetchOnWindowFocus: true,
    retry: false,
    staleTime: PING_MS,
  });
  const others = data?.others.filter((o) => o.worker_id !== me) ?? [];
  if (others.length === 0) return null;
  return (
    <output className="vd-note vd-wraps vd-tiny">
      {others.map((o) => (
        <span key={o.worker_id}>
          {o.nickname} 正在{o.mode === "edit" ? "编辑" : "查看"}（{Math.max(1, o.since_minutes)}分钟）
        </span>
      ))}
    </output>
  );
}
