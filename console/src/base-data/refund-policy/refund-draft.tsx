/** The draft of a policy's next version: grid and clause, saved as often as one likes before it is published. */
import { Button, Tooltip } from "antd";
import { useState } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { KitFormView, useKitForm } from "#kit/form/form.tsx";
import { changedNames } from "#kit/form/save/form-rules.ts";
import { toast } from "#kit/app/feedback.ts";
import { Item } from "#kit/page/item.tsx";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { GridInput } from "./refund-grid.tsx";
import type { Version } from "./refund-versions.tsx";

export interface RefundDraftProps {
  policyId: number;
  /** Absent: the first save starts it. */
  draft: Version | undefined;
  /** What a new draft starts with. */
  from: Version | undefined;
  /** Why the stored draft cannot be published yet. */
  fault: string | null;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onPublish?: () => void;
  onRemove?: () => void;
}

export function RefundDraft({ policyId, draft, from, fault, onDirty, onSaved, onPublish, onRemove }: RefundDraftProps) {
  const [initial] = useState(() => ({
    policy_id: policyId,
    ...(draft && { id: draft.id, version: draft.version }),
    clause: (draft ?? from)?.clause ?? "",
    grid: (draft ?? from)?.grid ?? [],
  }));
  const [dirty, setDirty] = useState(false);
  const mark = (changed: boolean): void => {
    setDirty(changed);
    onDirty(changed);
  };
  const kit = useKitForm({
    endpoint: refundPolicyApi.refund_policy_version_save,
    initial,
    onDone: (v) => {
      toast.success(`第${v.version_no}版草稿已保存`);
      mark(false);
      onSaved();
    },
  });
  const blocked = dirty ? "请先保存草稿" : fault;
  return (
    <Stack>
      <div className="vd-wraps">
        <b>{draft ? `第${draft.version_no}版` : "新版本"}</b>
        <Mark tone="orange">草稿</Mark>
        <span className={!dirty && fault ? "vd-error" : "vd-muted"}>
          {dirty ? "有改动未保存" : fault ? `还不能发布：${fault}` : draft ? "可以发布" : "填写后保存为草稿，发布前不影响任何订单"}
        </span>
        <span className="vd-grow" />
        {onRemove && <Button onClick={onRemove}>{draft ? "删除草稿" : "放弃起草"}</Button>}
        <Button
          type={onPublish && !dirty ? "default" : "primary"}
          loading={kit.busy && { delay: 200 }}
          onClick={() => void kit.submit("code")}
        >
          保存草稿
        </Button>
        {onPublish && (
          <Tooltip title={blocked}>
            <Button type={dirty ? "default" : "primary"} disabled={blocked !== null} onClick={onPublish}>
              发布
            </Button>
          </Tooltip>
        )}
      </div>
      <KitFormView kit={kit} onValues={(values) => mark(changedNames(initial, values).length > 0)}>
        <Item name="grid" label="各阶段退款（由上到下，服务费比例从未交资料到送签不能升高）">
          <GridInput />
        </Item>
        <Item name="clause" label="给客户看的条款" rows={5} placeholder="下单页、订单和电话里都读这一段" />
      </KitFormView>
    </Stack>
  );
}
