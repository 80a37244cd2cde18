/** The time of day at a place. */
import { useEffect, useState } from "react";
import { localTime } from "./local-time.ts";

const MINUTE_MS = 60_000;

/** Goes on by itself. */
export function LocalClock({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  const local = zone ? localTime(zone, now) : null;
  if (!local) return <span className="vd-blank">未录入时区</span>;
  return (
    <span className="bd-clock" title={zone}>
      <span className="vd-num">{local.time}</span> <small className="vd-muted">{local.offset}</small>
    </span>
  );
}
