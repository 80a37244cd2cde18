/** 系统参数: groups of parameters, each saved on its own; every change is logged with before and after. */
import { useQuery } from "@tanstack/react-query";
import { Button, Tabs } from "antd";
import { useMemo, useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { inputMeta } from "#kit/form/field-kinds.ts";
import { changedNames, sameContent, type Values } from "#kit/form/save/form-rules.ts";
import { KitFormView, useKitForm } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";
import { LeaveGuard } from "#kit/form/save/leave-guard.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import { reloadConfig } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf, z } from "@visadesk/contract/kit/field.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { CONFIG_GROUPS, sysConfig, sysConfigApi, type SysConfigKey } from "@visadesk/contract/setting/sys-config.ts";
import { ErasureRuns } from "./erasure-runs.tsx";
import { WorkHoursInput } from "./work-hours-input.tsx";
import "#kit/form/form.css";
import "#kit/list/list.css";
import "../setting.css";

type Config = Output<typeof sysConfigApi.sys_config_query>;
type Hours = Config["values"]["work_hours"];
const UPDATE = sysConfigApi.sys_config_update;

/** Said beside a field where people err. */
const HELP: Partial<Record<SysConfigKey, string>> = {
  password_policy: "严格：改密时至少15个字符，开启两步验证的至少8个；不接受常见密码",
  totp_policy: "要求开启的员工，下次操作前须先完成设置",
  session_max_days: "到期后须重新登录，只影响之后的登录",
  reveal_alert_per_day: "一人一天查看明文达到这个次数时，通知操作日志的查看人",
  log_keep_days: "至少180天；更早的整月清理后，日志链仍可校验",
  erase_after_months: "订单结束超过这个时间后，个人信息进入到期清理",
  addr_hosts: "主机名，如 cdn.example.com；浏览器只向本站和这些主机读取地址库",
  callback_hosts: "主机名；列入的主机即使在内网也允许访问，请谨慎添加",
};

/** Two numbers share a line. */
const isNumber = (key: SysConfigKey): boolean => inputMeta(sysConfig.shape[key])?.kind === "int";

/** How many due times other hours would move, before they are saved. */
function HoursImpact({ before, typed }: { before: Hours; typed: unknown }) {
  const hours = z.safeParse(sysConfig.shape.work_hours, typed).data;
  const changed = hours !== undefined && !sameContent(hours, before);
  const impact = useQuery({
    queryKey: ["work_hours_preview", hours],
    enabled: changed,
    queryFn: ({ signal }) => ask(sysConfigApi.work_hours_preview, { work_hours: hours ?? [] }, { signal, noToast: true }),
  });
  if (!changed) return null;
  if (!impact.data) return <p className="vd-muted">{impact.isError ? "试算失败，保存后仍会重算截止时间" : "正在试算影响的截止时间…"}</p>;
  return (
    <output className="vd-note is-selected">
      在办申请人 {impact.data.open} 名，保存后有 <b>{impact.data.moved}</b> 个截止时间会按新的工作时间重算
    </output>
  );
}

interface GroupProps {
  config: Config;
  keys: readonly SysConfigKey[];
  /** Tells whether something typed waits to be saved. */
  onChanged: (changed: boolean) => void;
}

const namesOf = (initial: Values, values: Values): string[] => changedNames(initial, values).filter((n) => n !== "version");

function GroupForm({ config, keys, onChanged }: GroupProps) {
  const afterWrite = useAfterWrite();
  const initial: Values = { version: config.version, ...Object.fromEntries(keys.map((k) => [k, config.values[k]])) };
  const [values, setValues] = useState<Values>(initial);
  const kit = useKitForm({
    endpoint: UPDATE,
    initial,
    onDone: () => {
      toast.success("系统参数已保存");
      onChanged(false);
      void reloadConfig();
      afterWrite();
    },
  });
  const changed = namesOf(initial, values);
  const last = config.updated.filter((u) => keys.some((k) => k === u.key)).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];
  const hours = keys.includes("work_hours");
  return (
    <>
      <KitFormView
        kit={kit}
        onValues={(typed) => {
          setValues(typed);
          onChanged(namesOf(initial, typed).length > 0);
        }}
      >
        <div className="vd-form-grid">
          {keys.map((k) => (
            <Item
              key={k}
              name={k}
              half={isNumber(k)}
              {...(HELP[k] !== undefined && { help: HELP[k] })}
              {...(k === "work_hours" && { children: <WorkHoursInput /> })}
            />
          ))}
        </div>
      </KitFormView>
      {hours && <HoursImpact before={config.values.work_hours} typed={values["work_hours"]} />}
      <footer className="vd-row vd-before-8">
        <span className="vd-muted">
          {changed.length > 0
            ? `将修改：${changed.map((n) => labelOf(sysConfig, n)).join("、")}`
            : last
              ? `${last.worker_name ?? "系统"} 于 ${time(last.updated_at)} 修改`
              : "均为默认值"}
        </span>
        <span className="vd-grow" />
        <Button type="primary" disabled={changed.length === 0} loading={kit.busy && { delay: 200 }} onClick={() => void kit.submit("code")}>
          保存
        </Button>
      </footer>
    </>
  );
}

/** Begins anew with what is stored, but never over something typed: that is merged when it is saved. */
function Group({ config, keys, onChanged }: GroupProps) {
  const [base, setBase] = useState(config);
  const [changed, setChanged] = useState(false);
  if (!changed && base.version !== config.version) setBase(config);
  const tell = (now: boolean): void => {
    setChanged(now);
    onChanged(now);
  };
  return <GroupForm key={base.version} config={base} keys={keys} onChanged={tell} />;
}

export default function SysConfigPanel() {
  const unsaved = useRef(new Set<string>());
  const own = useMemo(() => ({ changed: () => unsaved.current.size > 0 }), []);
  useOpenPanel(own);
  const answer = useQuery({
    queryKey: ["sys_config_query"],
    queryFn: ({ signal }) => ask(sysConfigApi.sys_config_query, {}, { signal, noToast: true }),
  });
  const config = answer.data;
  if (!config) return <Unread answer={answer} rows={4} />;
  const note = (key: string, changed: boolean): void => void (changed ? unsaved.current.add(key) : unsaved.current.delete(key));
  return (
    <>
      <Tabs
        size="small"
        items={Object.entries(CONFIG_GROUPS).map(([key, group]) => ({
          key,
          label: group.label,
          children: (
            <>
              <Group config={config} keys={group.keys} onChanged={(changed) => note(key, changed)} />
              {key === "retention" && <ErasureRuns />}
            </>
          ),
        }))}
      />
      <LeaveGuard changed={own.changed} />
    </>
  );
}
