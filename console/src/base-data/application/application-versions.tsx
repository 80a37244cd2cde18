/** 版本: what is in force, what was, the draft and what it still lacks; comparing and publishing. */
import { Button } from "antd";
import { useRef } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { uuid } from "#kit/app/hash.ts";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import { applicationVersionFlow } from "@visadesk/contract/base-data/paper/application-version.flow.ts";
import { VersionDiff, type Head } from "./application-diff.tsx";
import type { Saved } from "./application-questions.tsx";

export interface VersionsTabProps {
  versions: readonly Head[];
  /** The draft as it is stored, with its faults. */
  draft: Saved | null;
  isUnsaved: boolean;
  open: (tab: "questions" | "trial") => void;
  onPublished: (id: number) => void;
  /** Begins the draft anew with the questions of an older version. */
  onBase: (id: number) => void;
  onPrint: (id: number) => void;
}

const When = ({ at, by }: { at: string | null; by: string | null }) =>
  at === null ? (
    <>—</>
  ) : (
    <span title={time(at)}>
      <span className="vd-num">{shortTime(at)}</span> {by && <span className="vd-muted">{by}</span>}
    </span>
  );

/** What stands between the draft and its publishing, each with the way there. */
function Publish({ draft, isUnsaved, open, onPublished }: Pick<VersionsTabProps, "isUnsaved" | "open" | "onPublished"> & { draft: Saved }) {
  const key = useRef(uuid());
  const afterWrite = useAfterWrite();
  const isTried = draft.previewed_at !== null;
  const publish = async (): Promise<boolean> => {
    const yes = await confirm({
      title: `发布第${draft.version_no}版`,
      content: "发布后内容不能再改，新订单按这一版填写；已有订单仍按各自的版本。",
      ok: "发布",
    });
    if (!yes) return false;
    const done = await ask(applicationVersionApi.application_version_publish, {
      id: draft.id,
      version: draft.version,
      idempotency_key: key.current,
    });
    key.current = uuid();
    toast.success(`第${done.version_no}版已发布`);
    afterWrite();
    onPublished(done.id);
    return true;
  };
  return (
    <p className="vd-row vd-after-12">
      {isUnsaved ? (
        <span>
          有未保存的改动，
          <Button type="link" size="small" onClick={() => open("questions")}>
            先保存草稿
          </Button>
        </span>
      ) : draft.faults.length > 0 ? (
        <span>
          还有 {draft.faults.length} 处待完善：{draft.faults[0]?.message}
          <Button type="link" size="small" onClick={() => open("questions")}>
            去修改
          </Button>
        </span>
      ) : !isTried ? (
        <span>
          发布前请先用历史申请人试填
          <Button type="link" size="small" onClick={() => open("trial")}>
            去试填
          </Button>
        </span>
      ) : (
        <span className="vd-muted">已试填 {time(draft.previewed_at)}，可以发布</span>
      )}
      <span className="vd-grow" />
      <ActButton type="primary" disabled={isUnsaved || draft.faults.length > 0 || !isTried} onClick={publish}>
        发布第{draft.version_no}版
      </ActButton>
    </p>
  );
}

export function VersionsTab({ versions, draft, isUnsaved, open, onPublished, onBase, onPrint }: VersionsTabProps) {
  if (versions.length === 0)
    return (
      <section className="vd-card" aria-label="版本">
        <p className="vd-muted">
          还没有版本，先在
          <Button type="link" size="small" onClick={() => open("questions")}>
            题目
          </Button>
          里保存草稿
        </p>
      </section>
    );
  return (
    <Stack>
      <section className="vd-card" aria-label="版本">
        {draft && <Publish draft={draft} isUnsaved={isUnsaved} open={open} onPublished={onPublished} />}
        <Rows
          label="版本"
          of={applicationVersionApi.application_version_query.output.shape.list}
          rows={versions}
          columns={[
            { name: "version_no", end: false, cell: (v) => `第${v.version_no}版` },
            { name: "state", cell: (v) => flowTag(applicationVersionFlow, v.state) },
            {
              name: "questions",
              end: false,
              num: true,
              cell: (v) => (
                <>
                  {v.questions} <span className="vd-muted">必填 {v.required}</span>
                </>
              ),
            },
            { name: "note", className: "ap-wrap" },
            { title: "修改", cell: (v) => <When at={v.updated_at} by={v.updated_by_name} /> },
            { title: "发布", cell: (v) => <When at={v.published_at} by={v.published_by_name} /> },
            { title: "停用", cell: (v) => <When at={v.retired_at} by={null} /> },
            {
              title: "操作",
              className: "vd-num",
              cell: (v) => (
                <>
                  <Button type="link" size="small" onClick={() => onPrint(v.id)}>
                    打印空表
                  </Button>
                  {v.state !== "draft" && (
                    <Button type="link" size="small" onClick={() => onBase(v.id)}>
                      以此起草
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      </section>
      {versions.length > 1 && <VersionDiff key={versions.map((v) => v.id).join()} versions={versions} />}
    </Stack>
  );
}
