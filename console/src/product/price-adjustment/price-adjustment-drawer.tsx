/** One request before its reviewer: what changes, what remains of it, what it would have meant lately, and the decision. */
import { Button, Drawer, Tooltip } from "antd";
import { Stack } from "#kit/page/blocks.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session, useCan } from "#kit/app/session.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import {
  ADJUST_KINDS,
  ADJUST_REASONS,
  ADJUST_REJECTS,
  ADJUST_SOURCES,
  priceAdjustmentApi,
} from "@visadesk/contract/product/price/price-adjustment.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { approveAll, RejectDialog, tellResults, type Open } from "./price-adjustment-acts.tsx";
import { AdjustState, Amount, Delta, effectWords, missing, type AdjustDetail } from "./price-adjustment-cells.tsx";
import { Change, History, Margins, Others, Replay, Suppliers } from "./price-adjustment-parts.tsx";
import { Margin } from "../sku/sku-cells.tsx";
import "#kit/form/form.css";

export interface AdjustmentDrawerProps {
  id: number;
  open: Open;
  /** Opens another request. */
  onLook: (id: number) => void;
  onClose: () => void;
}

/** Whose cost, by how much, and what it leaves of the tightest sale. */
function CostFacts({ a, supplier }: { a: AdjustDetail; supplier: NonNullable<AdjustDetail["cost_supplier"]> }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("supplier-view", { id: supplier.id }, codes);
  const cost = a.cells.find((c) => c.price_kind === "cost" && c.band === "adult" && cellWord(c) === ADJUST_KINDS.cost);
  const tightest = a.margins?.toSorted((x, y) => x.new - y.new)[0];
  return (
    <>
      <span>
        <small>供应商 </small>
        {href ? <HrefLink href={href}>{supplier.name}</HrefLink> : supplier.name}
      </span>
      {cost && (
        <span>
          <small>成人成本 </small>
          <Amount of={cost} value={cost.old} /> → <Amount of={cost} value={cost.new} />
          <Delta of={cost} />
        </span>
      )}
      {tightest && (
        <span>
          <small>毛利影响 </small>
          {tightest.old === tightest.new ? (
            "不变"
          ) : (
            <span className="vd-num">
              <Margin cents={tightest.old} /> → <Margin cents={tightest.new} />
            </span>
          )}
        </span>
      )}
    </>
  );
}

function Facts({ a }: { a: AdjustDetail }) {
  const codes = session.use((s) => s.codes);
  const href = a.target_kind === "sku" ? hrefOf("product-detail", { id: a.target_id }, codes, { tab: "price" }) : null;
  return (
    <div className="vd-wraps vd-small">
      <span>
        <small>商品 </small>
        {href ? <HrefLink href={href}>{a.target_name}</HrefLink> : a.target_name} <span className="vd-muted vd-num">{a.target_no}</span>
      </span>
      {a.cost_supplier && <CostFacts a={a} supplier={a.cost_supplier} />}
      <span>
        <small>生效 </small>
        <span className="vd-num">{effectWords(a)}</span>
      </span>
      <span>
        <small>申请 </small>
        {a.maker_name ?? "系统"} <TimeText at={a.created_at} />
      </span>
      <span>
        <small>来源 </small>
        {ADJUST_SOURCES[a.source]}
      </span>
      {a.batch_no && (
        <span>
          <small>批次</small>
          <Copyable text={a.batch_no} />
        </span>
      )}
      {a.revert_no && (
        <span>
          <small>冲回</small>
          <Copyable text={a.revert_no} />
        </span>
      )}
      <span>
        <small>原因</small>
        {ADJUST_REASONS[a.reason_kind]}：{a.reason}
      </span>
      {a.reviewer_name && (
        <span>
          <small>审核</small>
          {a.reviewer_name} {a.decided_at && <TimeText at={a.decided_at} />}
          {a.reject_kind && ` ${ADJUST_REJECTS[a.reject_kind]}`}
          {a.review_text && `：${a.review_text}`}
        </span>
      )}
    </div>
  );
}

function Acts({ a, open, onClose }: { a: AdjustDetail; open: Open; onClose: () => void }) {
  const refresh = useAfterWrite();
  const done = (): void => {
    refresh();
    onClose();
  };
  const approve = async (): Promise<void> => {
    const when = a.effective_at === null ? "通过后价格立即生效" : `新价 ${effectWords(a)} 起生效`;
    // A refusal has been said; the drawer shows what has changed since.
    const results = await approveAll([a.id], `通过调价单 ${a.adjust_no}？`, `${when}，已有订单的价格不变。`).catch(
      () => (refresh(), false as const),
    );
    if (!results) return;
    tellResults("通过", results);
    done();
  };
  const reject = (): void =>
    open((close) => (
      <RejectDialog
        ids={[a.id]}
        onDone={(results) => {
          setTimeout(() => tellResults("驳回", results));
          done();
        }}
        onClose={close}
      />
    ));
  const seen = { id: a.id, version: a.version };
  const byForm = (kind: "revoke" | "revert"): void =>
    open((close) => (
      <FormDialog
        endpoint={kind === "revoke" ? priceAdjustmentApi.price_adjustment_revoke : priceAdjustmentApi.price_adjustment_revert}
        title={kind === "revoke" ? "取消生效" : "一键冲回"}
        okText={kind === "revoke" ? "取消生效" : "提交冲回"}
        danger={kind === "revoke"}
        intro={kind === "revoke" ? "还没有生效的新价会撤下，价格保持不变。" : "按原价提交一个新的调价单，由他人审核后生效。"}
        initial={seen}
        onDone={done}
        onClose={close}
      />
    ));
  const own = missing(a, "reject");
  return (
    <div className="vd-row vd-at-end">
      {a.adjustment_status === "pending" && (
        <>
          {(own ?? missing(a, "approve")) && <span className="vd-muted">{own ?? missing(a, "approve")}</span>}
          <Button danger disabled={own !== null} onClick={reject}>
            驳回
          </Button>
          <Tooltip title={missing(a, "approve")}>
            <Button type="primary" disabled={missing(a, "approve") !== null} onClick={() => void approve()}>
              通过
            </Button>
          </Tooltip>
        </>
      )}
      {a.adjustment_status === "approved" && (
        <Button danger disabled={missing(a, "revoke") !== null} onClick={() => byForm("revoke")}>
          取消生效
        </Button>
      )}
      {a.adjustment_status === "effective" && <Button onClick={() => byForm("revert")}>一键冲回</Button>}
    </div>
  );
}

export function AdjustmentDrawer({ id, open, onLook, onClose }: AdjustmentDrawerProps) {
  const answer = useRecord(priceAdjustmentApi.price_adjustment_get, { id });
  const { data: a } = answer;
  const mayReview = useCan(may.price_adjustment);
  const mayMake = useCan(may.sku);
  const status = a?.adjustment_status;
  const hasActs = status === "effective" ? mayMake : mayReview && (status === "pending" || status === "approved");
  return (
    <Drawer
      open
      size={760}
      title={
        a ? (
          <>
            调价单 <span className="vd-num">{a.adjust_no}</span> <AdjustState a={a} />
          </>
        ) : (
          "调价单"
        )
      }
      onClose={onClose}
      extra={<LogButton noun="price_adjustment" id={id} />}
      footer={a && hasActs ? <Acts a={a} open={open} onClose={onClose} /> : null}
    >
      {!a && <Unread slim answer={answer} />}
      {a && (
        <Stack>
          <Facts a={a} />
          <Change a={a} />
          <Margins a={a} />
          <Replay a={a} />
          <Suppliers a={a} />
          <Others a={a} onLook={onLook} />
          <History a={a} />
        </Stack>
      )}
    </Drawer>
  );
}
