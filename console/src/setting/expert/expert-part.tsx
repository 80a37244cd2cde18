/** The expert side of a worker in his form: what he is, and the drawer that changes it. */
import { Button } from "antd";
import type { ReactElement } from "react";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { expertApi } from "@visadesk/contract/setting/expert.ts";
import { ExpertOf } from "./expert-of.tsx";
import "./expert.css";

interface Props {
  worker_id: number;
  nickname: string;
  /** The place for a drawer outside the form around. */
  open: (make: (close: () => void) => ReactElement) => void;
}

export function ExpertPart({ worker_id, nickname, open }: Props) {
  const answer = useRecord(expertApi.expert_get, { worker_id });
  const change = (): void => open((close) => <ExpertOf worker_id={worker_id} nickname={nickname} onClose={close} />);
  if (!answer.data) return <Unread slim answer={answer} rows={1} />;
  const e = answer.data.expert;
  return (
    <p className="vd-wraps vd-whole-row vd-after-16">
      {e ? (
        <>
          <StateTag tone={e.accept_new ? "green" : "grey"}>{e.accept_new ? "接单" : "停止接单"}</StateTag>
          <span>{e.display_name}</span>
          <span className="vd-num">
            在办 {e.open_applicants}/{e.max_open}
          </span>
          <span className="vd-num">权重 {e.weight}</span>
          {e.handle_urgent && <Mark tone="blue">加急</Mark>}
        </>
      ) : (
        <span className="vd-muted">不是签证专家，不参与派单</span>
      )}
      <Button size="small" onClick={change}>
        {e ? "配置" : "设为签证专家"}
      </Button>
    </p>
  );
}
