import { Input } from "antd";
import { useRef, useState } from "react";
import { FRONT_VERSION } from "@visadesk/contract/kit/constants.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { call, clockSkewMs, recentCalls } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { useQuery } from "#kit/app/location.tsx";

export default function ReportPanel() {
  const [sentence, setSentence] = useState("");
  const [, setQuery] = useQuery();
  const key = useRef(uuid());
  const send = async () => {
    await call(
      "client_report_add",
      {
        sentence,
        route: location.pathname,
        version: FRONT_VERSION,
        clock_skew_ms: Math.round(clockSkewMs() ?? 0),
        browser: navigator.userAgent.slice(0, 300),
        calls: recentCalls().map(({ path, status, ms, request_id }) => ({ path, status, ms, request_id })),
        idempotency_key: key.current,
      },
      { loading: true },
    );
    toast.success("已报给管理员");
    setQuery({ panel: undefined });
  };
  return (
    <div className="vd-stack">
      <label htmlFor="vd-report">发生了什么</label>
      <Input.TextArea
        id="vd-report"
        rows={4}
        maxLength={200}
        showCount
        value={sentence}
        onChange={(e) => setSentence(e.target.value)}
        placeholder="例如：点通过后没有反应"
      />
      <p className="vd-dim vd-report-note">
        会同时发送页面地址、版本、时间差和最近{recentCalls().length}次请求的状态与请求号，不含任何填写内容。
      </p>
      <div>
        <ActButton type="primary" onClick={send}>
          发送
        </ActButton>
      </div>
    </div>
  );
}
