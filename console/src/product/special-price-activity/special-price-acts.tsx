/** The acts of an activity, for its row and its page. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { LinkButton } from "#kit/act/link-button.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { specialPriceActivityFlow } from "@visadesk/contract/product/price/special-price-activity.flow.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { activityHref } from "./special-price-cells.tsx";
import { periodText, type Activity } from "./special-price-words.ts";

const NAME_MAX = 30;
const SUFFIX = " 副本";
const OVER: ReadonlySet<Activity["state"]> = new Set(["ended", "stopped"]);

export interface SpecialActsProps {
  activity: Activity;
  variant: "row" | "head";
  /** After the draft is gone. */
  onRemoved?: () => void;
}

export function SpecialActs({ activity: a, variant, onRemoved }: SpecialActsProps) {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const [dialog, open] = useDialog();
  const copy = (): void =>
    open((close) => (
      <FormDialog
        endpoint={specialPriceActivityApi.special_price_activity_copy}
        title={`复制“${a.name}”`}
        okText="复制"
        intro="带出全部商品与特价，时间另行设置。"
        initial={{ id: a.id, name: `${a.name.slice(0, NAME_MAX - SUFFIX.length)}${SUFFIX}` }}
        onDone={(made) => {
          toast.success("已复制为草稿，请设置时间");
          afterWrite();
          go(to("special-price-activity-edit", { id: made.id }));
        }}
        onClose={close}
      />
    ));
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除草稿“${a.name}”？`, ok: "删除", danger: true }))) return;
    try {
      await ask(specialPriceActivityApi.special_price_activity_remove, { id: a.id, version: a.version });
      toast.success("已删除");
      onRemoved?.();
    } catch {
      // The client has said why; what is stored is asked again.
    }
    afterWrite();
  };
  const editHref = to("special-price-activity-edit", { id: a.id });
  const isEditable = !OVER.has(a.state);
  return (
    <span className={variant === "row" ? "vd-moves is-row" : "vd-moves"}>
      {isEditable && (variant === "head" ? <LinkButton href={editHref}>编辑</LinkButton> : <HrefLink href={editHref}>编辑</HrefLink>)}
      <Moves
        flow={specialPriceActivityFlow}
        row={a}
        state={a.activity_status}
        endpoints={specialPriceActivityApi}
        variant={variant}
        only={OVER.has(a.state) ? [] : ["publish", "stop"]}
        dialogs={{
          publish: (close, done) => (
            <FormDialog
              endpoint={specialPriceActivityApi.special_price_activity_publish}
              title={`发布“${a.name}”`}
              okText="发布"
              intro={
                <>
                  {a.audience}，{a.item_count} 个商品，{periodText(a)}。
                  <br />
                  开始后符合条件的订单自动按特价计算，进行中不能改价。
                </>
              }
              initial={{ id: a.id, version: a.version }}
              onDone={done}
              onClose={close}
            />
          ),
        }}
        more={[
          ...(variant === "row" ? [{ key: "open", label: "详情", onClick: () => go(activityHref(a)) }] : []),
          { key: "copy", label: "复制", onClick: copy },
          ...(a.state === "draft" ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }] : []),
        ]}
      />
      {dialog}
    </span>
  );
}
