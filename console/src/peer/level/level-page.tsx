/** 同行等级: what each level asks for and gives; behind the tabs, the quarter's re-grading and levels that are locked. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import { useAccount } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { to } from "#kit/screens.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { askedText, fallbackText } from "@visadesk/contract/peer/level/level.rules.ts";
import { peerLevel, peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import type { LevelEditProps } from "./level-edit.tsx";
import { LOCK, RUN, TABS } from "./level-tabs.ts";
import "#kit/list/list.css";

const LevelRunList = part<object>(() => import("./level-run-list.tsx").then((m) => m.LevelRunList));
const LevelLockList = part<object>(() => import("./level-lock-list.tsx").then((m) => m.LevelLockList));
const LevelCap = part<LevelEditProps>(() => import("./level-cap.tsx").then((m) => m.LevelCap));
const LevelEdit = part<LevelEditProps>(() => import("./level-edit.tsx").then((m) => m.LevelEdit));

function Levels() {
  const go = useGo();
  const me = useAccount();
  const [dialog, open] = useDialog();
  const answer = useRecord(peerLevelApi.peer_level_query, {});
  return (
    <div className="vd-stack vd-list">
      <div className="vd-wraps vd-list-title">
        <h1>同行等级</h1>
      </div>
      <TabBar label="同行等级" tabs={TABS} chosen="level" onChoose={(tab) => go(to("peer-level", {}, tab === "level" ? {} : { tab }))} />
      <section className="vd-card is-flush" aria-label="等级">
        <Reads answer={answer} inset>
          {({ list }) => (
            <Rows
              label="等级"
              of={peerLevel}
              rows={list}
              by="code"
              columns={[
                {
                  name: "code",
                  head: true,
                  cell: (l) => (
                    <TwoLines under={l.name}>
                      <span className="vd-marks">
                        {l.code}
                        {l.status === 0 && <Mark>停用</Mark>}
                      </span>
                    </TwoLines>
                  ),
                },
                {
                  title: "90天门槛",
                  cell: (l) => askedText(l) || <span className="vd-muted">{l.code === "V1" ? "不设门槛" : "人工授予"}</span>,
                },
                { name: "fallback", cell: (l) => fallbackText(l.fallback) },
                {
                  name: "credit_cap",
                  end: true,
                  num: true,
                  cell: (l) => (
                    <TwoLines under={l.cap_by !== null && <Mark tone="orange">待他人复核</Mark>}>{money(l.credit_cap)}</TwoLines>
                  ),
                },
                { name: "sla_percent", end: true, num: true, cell: (l) => `${l.sla_percent}%` },
                "free_urgent",
                {
                  name: "peer_count",
                  cell: (l) => <HrefLink href={to("peer-list", {}, { level_id: l.code, state: "active,frozen" })}>{l.peer_count}</HrefLink>,
                },
                "gmv_90",
                "updated_at",
                {
                  title: "操作",
                  cell: (l) => (
                    <>
                      <Button type="link" size="small" onClick={() => open((close) => <LevelEdit level={l} onClose={close} />)}>
                        编辑
                      </Button>
                      {l.cap_by !== null && l.cap_by !== me?.id && (
                        <Button type="link" size="small" onClick={() => open((close) => <LevelCap level={l} onClose={close} />)}>
                          复核上限
                        </Button>
                      )}
                    </>
                  ),
                },
              ]}
            />
          )}
        </Reads>
      </section>
      {dialog}
    </div>
  );
}

export default function LevelPage() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  return tab === RUN ? <LevelRunList /> : tab === LOCK ? <LevelLockList /> : <Levels />;
}
