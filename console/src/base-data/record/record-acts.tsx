/**
 * What the lists of base data share: the acts of a record, how many products rest on it, and its verification stamp.
 *
 *   const COLUMNS: readonly Column<Embassy>[] = [
 *     link("name", editHref),
 *     usedColumn("embassy"),
 *     statusColumn(),
 *     verifyColumn(),
 *   ];
 *   <ListScreen … columns={COLUMNS} row={(e) => (
 *     <RecordActs noun="embassy" record={e} title={e.name} endpoints={embassyApi} open={open} edit={to("embassy-…-edit", { id: e.id })}
 *       verify={embassyApi.embassy_verify} more={[{ key: "days", label: "假日", onClick: … }]} />
 *   )} />
 */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu, type MenuEntry } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import type { ColumnDef } from "#kit/list/list-types.ts";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { useLogActs } from "#kit/page/log-button.tsx";
import type { RecordEndpoints } from "@visadesk/contract/base-data/paper/record.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { date, time } from "@visadesk/contract/kit/format.ts";
import type { RecordInUseProps } from "./record-in-use.tsx";
import { relatedHref, type RecordNoun } from "./record-nouns.ts";
import "#kit/page/detail.css";

const RecordInUse = part<RecordInUseProps>(() => import("./record-in-use.tsx").then((m) => m.RecordInUse));

export type Open = (make: (close: () => void) => ReactElement) => void;

export interface RecordRow {
  id: number | string;
  version: number;
  status: number;
  /** Products on sale that use it. */
  used_count: number;
}

export interface RecordActsProps<N extends RecordNoun> {
  noun: N;
  record: RecordRow;
  /** What questions and messages call the record. */
  title: string;
  /** The noun's api; the four endpoints of recordApi are read from it. */
  endpoints: RecordEndpoints<N>;
  /** From useDialog(); its dialog belongs into the tree. */
  open: Open;
  /** Address of 编辑, the one act that stands in front. */
  edit?: string;
  /** `{noun}_verify`, where records are verified. */
  verify?: Endpoint;
  /** Acts of the noun's own, before the shared ones. */
  more?: readonly MenuEntry[];
}

interface Acts {
  enable: () => void;
  disable: () => void;
  remove: () => void;
  stamp: () => void;
}

function useActs<N extends RecordNoun>({ noun, record, title, endpoints, open, verify }: RecordActsProps<N>): Acts {
  const afterWrite = useAfterWrite();
  const { id, version } = record;
  const act = async (endpoint: Endpoint, more: object, said: string): Promise<void> => {
    // A refusal has been told by then; either way the row is read anew.
    await ask(endpoint, { id, version, ...more }).then(
      () => toast.success(said),
      () => undefined,
    );
    afterWrite();
  };
  const disableWith = (used_count: number): Promise<void> => act(endpoints[`${noun}_disable`], { used_count }, `“${title}”已禁用`);
  const disable = async (): Promise<void> => {
    if (record.used_count > 0)
      return open((close) => (
        <RecordInUse
          noun={noun}
          id={id}
          title={title}
          endpoint={endpoints[`${noun}_product_query`]}
          onDisable={() => {
            close();
            void disableWith(0);
          }}
          onClose={close}
        />
      ));
    const content = "禁用后不能再选用它，已有订单不受影响，随时可以重新启用。";
    if (await confirm({ title: `禁用“${title}”？`, content, ok: "禁用", danger: true })) await disableWith(0);
    return undefined;
  };
  const remove = async (): Promise<void> => {
    const content = "从未被商品或订单使用的记录才能删除，删除后不能恢复。";
    if (await confirm({ title: `删除“${title}”？`, content, ok: "删除", danger: true }))
      await act(endpoints[`${noun}_remove`], {}, `“${title}”已删除`);
  };
  const stamp = (): void => {
    if (!verify) return;
    open((close) => (
      <FormDialog
        endpoint={verify}
        title={`核验“${title}”`}
        okText="核验"
        initial={{ id, version }}
        intro="确认内容与官方来源一致。内容改动后须重新核验。"
        onDone={() => {
          toast.success(`“${title}”已核验`);
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="source" placeholder="核对的网址、文件或来电" />
      </FormDialog>
    ));
  };
  return {
    enable: () => void act(endpoints[`${noun}_enable`], {}, `“${title}”已启用`),
    disable: () => void disable(),
    remove: () => void remove(),
    stamp,
  };
}

/** 编辑 and, behind ⋯: the noun's own acts, 核验, 启用 or 禁用, 关联商品, 日志, 删除. Put it into `row`. */
export function RecordActs<N extends RecordNoun>(props: RecordActsProps<N>) {
  const { noun, record, title, edit, verify, more = [] } = props;
  const acts = useActs(props);
  const go = useGo();
  const logActs = useLogActs();
  const isUsed = record.used_count > 0;
  const items: MenuEntry[] = [
    ...more,
    ...(verify ? [{ key: "verify", label: "核验", onClick: acts.stamp }] : []),
    { key: "related", label: "关联商品", onClick: () => go(relatedHref(noun, record.id)) },
    ...logActs(noun, record.id),
    record.status === 1
      ? { key: "disable", label: "禁用", danger: true, onClick: acts.disable }
      : { key: "enable", label: "启用", onClick: acts.enable },
    {
      key: "remove",
      label: isUsed ? (
        <span>
          删除<em className="vd-dim vd-missing">已被使用，只能禁用</em>
        </span>
      ) : (
        "删除"
      ),
      danger: true,
      disabled: isUsed,
      onClick: acts.remove,
    },
  ];
  return (
    <span className="vd-moves is-row">
      {edit !== undefined && (
        <HrefLink href={edit} className="vd-link vd-row-act">
          编辑
        </HrefLink>
      )}
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${title}的更多操作`} />
      </ActMenu>
    </span>
  );
}

/** 使用商品数, a link to 关联商品. */
export const UsedCount = ({ noun, record }: { noun: RecordNoun; record: Pick<RecordRow, "id" | "used_count"> }) => (
  <HrefLink href={relatedHref(noun, record.id)} className={record.used_count > 0 ? "vd-link vd-num" : "vd-muted vd-num"}>
    {record.used_count}
  </HrefLink>
);

/** 启用 / 禁用. */
export const RecordState = ({ status }: { status: number }) => (
  <StateTag tone={status === 1 ? "green" : "grey"}>{status === 1 ? "启用" : "禁用"}</StateTag>
);

export interface Stamped {
  verified_at: string | null;
  verified_by_name: string | null;
  /** Never verified, changed since, or longer ago than the noun allows. */
  is_verify_due: boolean;
}

/** Day of the last verification, or 待核验. */
export function VerifyStamp({ record: r }: { record: Stamped }) {
  const title = r.verified_at ? `${time(r.verified_at)} ${r.verified_by_name ?? ""} 核验` : "尚未核验";
  return (
    <span title={title}>
      {r.is_verify_due ? <Mark tone="orange">待核验</Mark> : r.verified_at && <span className="vd-num">{date(r.verified_at)}</span>}
    </span>
  );
}

/** The three cells as columns of a list. */
export const usedColumn = <R extends RecordRow>(noun: RecordNoun): ColumnDef<R> & { name: "used_count" } => ({
  name: "used_count",
  width: 104,
  align: "end",
  render: (r) => <UsedCount noun={noun} record={r} />,
});
export const statusColumn = <R extends RecordRow>(): ColumnDef<R> & { name: "status" } => ({
  name: "status",
  width: 88,
  render: (r) => <RecordState status={r.status} />,
});
export const verifyColumn = <R extends Stamped>(): ColumnDef<R> => ({
  key: "verify",
  title: "核验",
  width: 104,
  exports: ["verified_at", "verified_by_name", "is_verify_due"],
  render: (r) => <VerifyStamp record={r} />,
});
