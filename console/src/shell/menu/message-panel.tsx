import { useQuery } from "@tanstack/react-query";
import { Empty } from "antd";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { call } from "#kit/app/api.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { refreshStats, session } from "#kit/app/session.ts";
import { MessageLine } from "#shared/message-line.tsx";
import { viewHref } from "./pinned-views.tsx";

/** To the list that a watched view speaks of. */
function ViewLink({ id }: { id: number | null }) {
  const { data } = useQuery({
    queryKey: ["saved_view_query", {}],
    queryFn: ({ signal }) => call("saved_view_query", {}, { noToast: true, signal }),
  });
  const view = data?.list.find((v) => v.id === id);
  return (
    view && (
      <>
        {" "}
        <HrefLink href={viewHref(view)}>查看</HrefLink>
      </>
    )
  );
}

export default function MessagePanel() {
  const message = session.use((s) => s.message);
  const list = message?.list ?? [];
  const readAll = async () => {
    await call("message_read", {});
    await refreshStats();
  };
  if (list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有消息" />;
  return (
    <>
      <div className="vd-row vd-between">
        <span className="vd-dim">最近20条，{message?.unread_count ?? 0}条未读</span>
        <ActButton size="small" disabled={!message?.unread_count} onClick={readAll}>
          全部已读
        </ActButton>
      </div>
      <ul className="vd-parted vd-lines">
        {list.map((m) => (
          <li key={`${m.ref_noun} ${m.id}`} className={m.read_at ? "vd-dim" : ""}>
            {!m.read_at && (
              <i className="vd-dot vd-dot-line">
                <span className="vd-unseen">未读</span>
              </i>
            )}
            <span className="vd-grow">
              <MessageLine of={m} />
              {m.ref_noun === "saved_view" && <ViewLink id={m.ref_id} />}
            </span>
            <time className="vd-dim" dateTime={m.created_at} title={time(m.created_at)}>
              {shortTime(m.created_at)}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}
