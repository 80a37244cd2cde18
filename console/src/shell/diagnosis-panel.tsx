import { ActButton } from "#kit/act/act-button.tsx";
import { clockSkewMs, recentCalls } from "#kit/app/api.ts";
import { copy } from "#kit/app/feedback.ts";
import { useAccount } from "#kit/app/session.ts";
import { Rows } from "#kit/table/rows.tsx";
import { FRONT_VERSION } from "@visadesk/contract/kit/constants.ts";
import { time } from "@visadesk/contract/kit/format.ts";

const skewText = (): string => {
  const ms = clockSkewMs();
  if (ms === null) return "未知";
  const seconds = Math.round(ms / 1000);
  return seconds === 0 ? "一致" : `比服务器${seconds > 0 ? "快" : "慢"}${Math.abs(seconds)}秒`;
};

const storageText = (): string => {
  let size = 0;
  for (let i = 0; i < localStorage.length; i++) size += (localStorage.getItem(localStorage.key(i) ?? "") ?? "").length;
  return `${Math.round(size / 1024)} KB`;
};

export default function DiagnosisPanel() {
  const account = useAccount();
  const calls = recentCalls().toReversed();
  const facts: [string, string][] = [
    ["版本", `${FRONT_VERSION}（${time(__BUILD_TIME__)}）`],
    ["本机时间", skewText()],
    ["登录时间", time(account?.login_at)],
    ["账号", account?.account ?? "—"],
    ["本地存储", storageText()],
    ["网络", navigator.onLine ? "已连接" : "未连接"],
    ["浏览器", navigator.userAgent],
  ];
  const text = [
    ...facts.map(([k, v]) => `${k}：${v}`),
    ...calls.map((c) => `${time(new Date(c.at))} ${c.path} ${c.status} ${c.ms}ms ${c.request_id}`),
  ].join("\n");
  return (
    <div className="vd-stack">
      <dl className="vd-parted is-close">
        {facts.map(([k, v]) => (
          <div key={k} className="vd-row vd-between">
            <dt className="vd-dim">{k}</dt>
            <dd className="vd-wrap-any">{v}</dd>
          </div>
        ))}
      </dl>
      <h3>最近的请求</h3>
      <Rows
        label="最近的请求"
        rows={calls}
        by="request_id"
        rowProps={(c) => ({ title: c.request_id })}
        columns={[
          { title: "接口", cell: (c) => c.path },
          { title: "状态", end: true, num: true, cell: (c) => c.status || "无应答" },
          { title: "耗时", end: true, num: true, cell: (c) => `${c.ms} ms` },
        ]}
      />
      <div>
        <ActButton wait={500} onClick={() => copy(text)}>
          复制诊断信息
        </ActButton>
      </div>
    </div>
  );
}
