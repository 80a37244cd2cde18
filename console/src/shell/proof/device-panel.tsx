import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Tag } from "antd";
import { time } from "@visadesk/contract/kit/format.ts";
import { Unread } from "#kit/page/reads.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { call } from "#kit/app/api.ts";

/** "Chrome · Windows" out of a user agent; the full text on hover. */
export function deviceName(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? "Edge"
    : /Firefox\//.test(agent)
      ? "Firefox"
      : /Chrome\//.test(agent)
        ? "Chrome"
        : /Safari\//.test(agent)
          ? "Safari"
          : "";
  const system = /Windows/.test(agent)
    ? "Windows"
    : /iPhone|iPad/.test(agent)
      ? "iOS"
      : /Android/.test(agent)
        ? "Android"
        : /Mac OS/.test(agent)
          ? "macOS"
          : /Linux/.test(agent)
            ? "Linux"
            : "";
  return [browser, system].filter(Boolean).join(" · ") || "未知设备";
}

export default function DevicePanel() {
  const cache = useQueryClient();
  const sessions = useQuery({
    queryKey: ["session_query", {}],
    queryFn: ({ signal }) => call("session_query", {}, { signal, noToast: true }),
  });
  const end = async (id: number) => {
    await call("session_end", { id });
    await cache.invalidateQueries({ queryKey: ["session_query"] });
  };
  if (!sessions.data) return <Unread answer={sessions} rows={4} />;
  return (
    <ul className="vd-parted vd-lines">
      {sessions.data.list.map((s) => (
        <li key={s.id} className="vd-task">
          <div className="vd-row vd-between">
            <b title={s.agent}>{deviceName(s.agent)}</b>
            {s.is_current ? (
              <Tag color="blue">当前设备</Tag>
            ) : (
              <ActButton size="small" danger type="text" onClick={() => end(s.id)}>
                下线
              </ActButton>
            )}
          </div>
          <div className="vd-dim">IP {s.ip}</div>
          <div className="vd-dim">
            登录 {time(s.created_at)}，最近活动 {time(s.last_seen_at)}
          </div>
        </li>
      ))}
    </ul>
  );
}
