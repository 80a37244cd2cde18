/** How an act upon several rows went: those it could not be done to are listed, each with its reason. */
import { confirm, toast } from "../app/feedback.ts";
import "./outcome.css";

interface Left {
  /** What the row is called, where the reason does not begin with it. */
  readonly name?: string;
  readonly msg: string;
}
export interface Outcome {
  readonly done: number;
  readonly left: readonly Left[];
}

export const OutcomeList = ({ left }: { left: readonly Left[] }) => (
  <ul className="vd-outcome">
    {left.map((r) => (
      <li key={`${r.name} ${r.msg}`}>
        {r.name && `${r.name}：`}
        {r.msg}
      </li>
    ))}
  </ul>
);

/** A toast when all went well; else a dialog that stays until it is read. `counted` begins with its measure word: 个商品, 人. */
export function tellOutcome(verb: string, counted: string, { done, left }: Outcome, note = ""): void {
  const went = `${done} ${counted}已完成${note && `，${note}`}`;
  if (left.length === 0) return toast.success(`${verb}：${went}`);
  const content = (
    <output>
      {went}，{left.length} {counted.charAt(0)}未完成：
      <OutcomeList left={left} />
    </output>
  );
  void confirm({ title: `${verb}结果`, content, ok: "知道了", cancel: null });
}
