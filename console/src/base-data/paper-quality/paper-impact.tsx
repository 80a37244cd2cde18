/** Before a changed 要求 is saved: whom it reaches, and whether those who still work on it get the new text. */
import { Radio } from "antd";
import { useState, type ReactElement } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { ask } from "#kit/act/ask.ts";
import type { Values } from "#kit/form/save/form-rules.ts";
import { documentApi, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { sameRich } from "@visadesk/contract/kit/rich-text.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { AnyPaper } from "../paper/paper-cells.tsx";

type Impact = Output<(typeof documentApi)["elec_impact_get"]>;
type Choice = "new" | "open" | null;

interface ImpactDialogProps {
  name: string;
  impact: Impact;
  onChoose: (choice: Choice) => void;
}

function ImpactDialog({ name, impact, onChoose }: ImpactDialogProps) {
  const [choice, setChoice] = useState<"new" | "open">("new");
  const { used_count, total, applicants } = impact;
  const rest = total - applicants.length;
  return (
    <Dialog
      title={`“${name}”的要求有改动`}
      okText="保存"
      cancelText="继续编辑"
      typed={false}
      onOk={() => onChoose(choice)}
      onClose={() => onChoose(null)}
    >
      <p>
        {used_count} 个在售商品使用这份资料，保存后的新订单都按新要求。
        {total > 0 ? `另有 ${total} 位在办申请人的这份资料还没有审核通过：` : "没有在办申请人需要更新。"}
      </p>
      {total > 0 && (
        <>
          <Radio.Group
            vertical
            value={choice}
            onChange={(e) => setChoice(e.target.value === "open" ? "open" : "new")}
            options={[
              { value: "new", label: "仅新订单，他们仍按原来的要求" },
              { value: "open", label: `同时更新未审核的 ${total} 位，并记入各自的订单日志` },
            ]}
          />
          <ul className="vd-small vd-bullets vd-before-8">
            {applicants.map((a) => (
              <li key={a.applicant_id}>
                <span className="vd-num">{a.applicant_no}</span> {a.name_cn ?? "—"}{" "}
                <span className="vd-muted">{materialFlow.states[a.material_status].label}</span>
              </li>
            ))}
            {rest > 0 && <li className="vd-muted">还有 {rest} 位</li>}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** For a form's `review`: asks when the requirement was changed and anybody works with it. */
export function useImpact(
  noun: PaperNoun,
  paper: Pick<AnyPaper, "id" | "name" | "requirement">,
  open: (make: (close: () => void) => ReactElement) => void,
): (body: Values) => Promise<boolean> {
  return async (body) => {
    const requirement = body["requirement"];
    if (typeof requirement !== "string" || sameRich(requirement, paper.requirement)) return true;
    // Its failure has been told; the form stays as it is.
    const impact = await ask(documentApi[`${noun}_impact_get`], { id: paper.id }).catch(() => null);
    if (!impact) return false;
    if (impact.used_count === 0 && impact.total === 0) return true;
    const choice = await new Promise<Choice>((resolve) =>
      open((close) => (
        <ImpactDialog
          name={paper.name}
          impact={impact}
          onChoose={(chosen) => {
            close();
            resolve(chosen);
          }}
        />
      )),
    );
    if (choice === "open") Object.assign(body, { refresh_open: true, expected_count: impact.total });
    return choice !== null;
  };
}
