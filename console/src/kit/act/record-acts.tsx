/**
 * The acts of a record without states: 编辑 in front, 日志 and 删除 behind ⋯; on its page all three as buttons.
 *   <RecordActs noun="team" record={t} title={t.name} edit={to("team-edit", { id: t.id })} remove={teamApi.team_remove} />
 */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { confirm, toast } from "../app/feedback.ts";
import { HrefLink } from "../app/href-link.tsx";
import { useGo } from "../filter/use-url.ts";
import { LogButton, useLogActs } from "../page/log-button.tsx";
import { ActMenu } from "./act-menu.tsx";
import { useAfterWrite } from "./after-write.ts";
import { ask } from "./ask.ts";
import { LinkButton } from "./link-button.tsx";

export interface RecordActsProps {
  noun: RecordNoun;
  record: { id: number; version: number };
  /** What it is called in the question and the message. */
  title: string;
  /** Address of its form. */
  edit: string;
  /** Refused where something refers to the record. */
  remove: Endpoint;
  /** On its own page, with the address that is left once it is gone. */
  gone?: string;
}

export function RecordActs({ noun, record, title, edit, remove, gone }: RecordActsProps) {
  const go = useGo();
  const logActs = useLogActs();
  const afterWrite = useAfterWrite();
  const { id, version } = record;
  const onRemove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除“${title}”？`, content: "删除后不能恢复，已被使用的不能删除。", ok: "删除", danger: true }))) return;
    // A refusal has been told by then; either way what is shown is read anew.
    const done = await ask(remove, { id, version }).then(
      () => true,
      () => false,
    );
    if (done) toast.success(`“${title}”已删除`);
    if (done && gone) go(gone);
    afterWrite();
  };
  if (gone)
    return (
      <>
        <LogButton noun={noun} id={id} />
        <LinkButton href={edit}>编辑</LinkButton>
        <Button danger onClick={() => void onRemove()}>
          删除
        </Button>
      </>
    );
  const items = [...logActs(noun, id), { key: "remove", label: "删除", danger: true, onClick: () => void onRemove() }];
  return (
    <span className="vd-moves is-row">
      <HrefLink href={edit} className="vd-link vd-row-act">
        编辑
      </HrefLink>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${title}的更多操作`} />
      </ActMenu>
    </span>
  );
}
