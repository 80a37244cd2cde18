import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, type ReactElement } from "react";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListFigures, ListScreen } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { expertApi, PERIOD_DAYS } from "@visadesk/contract/setting/expert.ts";
import { expertColumns } from "./expert-cells.tsx";
import { ExpertAdd, ExpertConfig, type Expert } from "./expert-config.tsx";
import type { ExpertPicksProps } from "./expert-picks.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import "#kit/page/detail.css";
import "./expert.css";
import "../setting.css";

const ExpertPicks = part<ExpertPicksProps>(() => import("./expert-picks.tsx").then((m) => m.ExpertPicks));

type Open = (make: (close: () => void) => ReactElement) => void;
const PERIOD = `d-${PERIOD_DAYS - 1}~d`;
const DEFAULTS = { result_at: PERIOD };

function useAccepting(): (e: Expert) => Promise<void> {
  const afterWrite = useAfterWrite();
  return async (e) => {
    const stop = e.accept_new;
    const content = stop ? `不再派新单给他，手上的 ${e.open_applicants} 位申请人仍由他办理。` : "按负载重新参与派单。";
    if (
      !(await confirm({
        title: `${stop ? "停止" : "恢复"}“${e.nickname}”接单？`,
        content,
        ok: stop ? "停止接单" : "恢复接单",
        danger: stop,
      }))
    )
      return;
    await ask(expertApi.expert_update, { worker_id: e.worker_id, version: e.version, accept_new: !stop }).then(
      () => toast.success(stop ? "已停止接单" : "已恢复接单"),
      () => undefined,
    );
    afterWrite();
  };
}

function RowActs({ expert: e, open }: { expert: Expert; open: Open }) {
  const toggle = useAccepting();
  const logActs = useLogActs();
  const items = [
    {
      key: "picks",
      label: "派单记录",
      onClick: () => open((close) => <ExpertPicks worker={{ id: e.worker_id, name: e.nickname }} onClose={close} />),
    },
    ...logActs("expert", e.worker_id),
    { key: "accept", label: e.accept_new ? "停止接单" : "恢复接单", danger: e.accept_new, onClick: () => void toggle(e) },
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => open((close) => <ExpertConfig expert={e} onClose={close} />)}>
        配置
      </Button>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${e.nickname}的更多操作`} />
      </ActMenu>
    </span>
  );
}

const SHOWN = 3;
function Head({ open }: { open: Open }) {
  const { data } = useRecord(expertApi.expert_stat_get, {});
  if (!data) return null;
  const missed = data.fallbacks.reduce((n, f) => n + f.leader + f.nobody, 0);
  const places = data.fallbacks.slice(0, SHOWN).map((f) => `${f.country_name} ${f.leader + f.nobody}`);
  return (
    <>
      <span>
        今日可接 <b className={data.free_today === 0 ? "vd-num vd-error vd-medium" : "vd-num"}>{data.free_today}</b>/{data.experts} 人
      </span>
      <span>
        在办申请人 <b className="vd-num">{data.open_applicants}</b>
      </span>
      <span>
        超上限 <b className={data.over_limit > 0 ? "vd-num vd-error vd-medium" : "vd-num"}>{data.over_limit}</b>
      </span>
      {missed > 0 && (
        <Button
          type="link"
          size="small"
          title={`近${PERIOD_DAYS}天没有空闲专家，转给组长或无人可派：${data.fallbacks.map((f) => `${f.country_name} 转组长 ${f.leader}、无人 ${f.nobody}`).join("；")}`}
          onClick={() => open((close) => <ExpertPicks worker={null} steps={["leader", "nobody"]} onClose={close} />)}
        >
          未派到专家 {missed} 单（{places.join("、")}
          {data.fallbacks.length > SHOWN && "…"}）
        </Button>
      )}
    </>
  );
}

export default function VeEvaluateList() {
  const [dialog, open] = useDialog();
  const [search] = useSearchText();
  const period = new URLSearchParams(search).get("result_at") || PERIOD;
  const columns = useMemo(() => expertColumns(period, (e) => open((close) => <ExpertConfig expert={e} onClose={close} />)), [period, open]);
  return (
    <>
      <ListScreen
        endpoint={expertApi.expert_query}
        title="签证专家"
        keyword={{ name: "keyword", placeholder: "姓名、账号、对客称呼" }}
        filters={["team_id", "country_id", "result_at", "accept_new", "sample_ok"]}
        defaultFilter={DEFAULTS}
        columns={columns}
        row={(e) => <RowActs expert={e} open={open} />}
      >
        <ListFigures>
          <Head open={open} />
        </ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <ExpertPicks worker={null} onClose={close} />)}>派单记录</Button>
          <Button type="primary" onClick={() => open((close) => <ExpertAdd onClose={close} />)}>
            新增专家
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
