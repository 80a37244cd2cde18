/** 全局消息: banners for staff, how many confirmed each; a new one, and the end of one. */
import { Button, Drawer, Form, Radio } from "antd";
import { useState } from "react";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { globalMessage, globalMessageApi } from "@visadesk/contract/workbench/message/global-message.ts";
import { AUDIENCES, GLOBAL_LEVELS, GLOBAL_STATES } from "@visadesk/contract/workbench/message/global-message.words.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import { Rows } from "#kit/table/rows.tsx";

type Banner = Output<typeof globalMessageApi.global_message_query>["list"][number];
const LEVEL_TONES = { info: "blue", warning: "orange", critical: "red" } as const;
const STATE_TONES = { scheduled: "orange", live: "green", ended: "grey" } as const;
const PAGE = 20;

function Audience() {
  const { form } = useFormScope();
  const audience: unknown = Form.useWatch("audience", form);
  return (
    <>
      <Item name="audience">
        <Radio.Group
          options={keysOf(AUDIENCES).map((value) => ({ value, label: AUDIENCES[value] }))}
          onChange={() => form.setFieldsValue({ role_ids: undefined, team_ids: undefined })}
        />
      </Item>
      {audience === "roles" && <Item name="role_ids" needs="请选择角色" />}
      {audience === "teams" && <Item name="team_ids" needs="请选择团队" />}
    </>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const refresh = useAfterWrite();
  return (
    <FormDialog
      endpoint={globalMessageApi.global_message_add}
      title="新建全局消息"
      okText="发布"
      intro="发布后不能修改，只能停用。"
      initial={{ level: "info", audience: "all" }}
      onDone={() => {
        toast.success("已发布");
        refresh();
      }}
      onClose={onClose}
    >
      <Item name="level" half />
      <Item name="must_confirm" half help="确认前不能关闭" />
      <Item name="title" placeholder="最多30字" />
      <Item name="content" rows={3} />
      <Audience />
      <Item name="start_at" half help="不填即刻生效" />
      <Item name="end_at" half help="最长30天" />
      <Item name="link" placeholder="系统内页面，如 /order/list" />
    </FormDialog>
  );
}

/** Gone for everybody at once. */
function End({ of: g }: { of: Banner }) {
  const refresh = useAfterWrite();
  if (g.global_status === "ended") return null;
  const end = async (): Promise<boolean> => {
    if (!(await confirm({ title: `停用全局消息「${g.title}」？`, content: "所有人立即不再看到。", ok: "停用", danger: true })))
      return false;
    await ask(globalMessageApi.global_message_end, { id: g.id, version: g.version });
    toast.success("已停用");
    refresh();
    return true;
  };
  return (
    <ActButton type="link" size="small" danger onClick={end}>
      停用
    </ActButton>
  );
}

export interface GlobalMessagesProps {
  onClose: () => void;
}
export function GlobalMessages({ onClose }: GlobalMessagesProps) {
  const [page, setPage] = useState(1);
  const [dialog, open] = useDialog();
  const answer = useRecord(globalMessageApi.global_message_query, { page, page_size: PAGE });
  return (
    <Drawer
      open
      title="全局消息"
      size={960}
      onClose={onClose}
      extra={
        <Button type="primary" onClick={() => open((close) => <Add onClose={close} />)}>
          新建
        </Button>
      }
    >
      <Reads slim rows={6} answer={answer}>
        {({ list, total }) => (
          <>
            <Rows
              label="全局消息"
              of={globalMessage}
              rows={list}
              by="id"
              none="还没有全局消息"
              columns={[
                {
                  name: "title",
                  cell: (g) => (
                    <TwoLines under={g.content} title={g.content}>
                      {g.title}
                    </TwoLines>
                  ),
                },
                { name: "level", cell: (g) => <Mark tone={LEVEL_TONES[g.level]}>{GLOBAL_LEVELS[g.level]}</Mark> },
                {
                  name: "global_status",
                  cell: (g) => <StateTag tone={STATE_TONES[g.global_status]}>{GLOBAL_STATES[g.global_status]}</StateTag>,
                },
                { name: "audience", cell: (g) => <TwoLines under={g.audience_names}>{AUDIENCES[g.audience]}</TwoLines> },
                {
                  name: "start_at",
                  title: "起止",
                  cell: (g) => (
                    <TwoLines under={<TimeText at={g.end_at} />} num>
                      <TimeText at={g.start_at} />
                    </TwoLines>
                  ),
                },
                {
                  name: "confirmed_count",
                  num: true,
                  end: true,
                  cell: (g) => (
                    <TwoLines under={g.must_confirm && "需确认"} end>
                      {g.confirmed_count}/{g.audience_count}
                    </TwoLines>
                  ),
                },
                "created_by_name",
                { title: "操作", unseen: true, cell: (g) => <End of={g} /> },
              ]}
            />
            <Pages page={page} size={PAGE} total={total} onChange={setPage} />
          </>
        )}
      </Reads>
      {dialog}
    </Drawer>
  );
}
