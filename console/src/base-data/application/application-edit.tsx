/** 编辑申请表: 基本 · 题目 · 版本 · 试填. What was typed in one tab stays while another is looked at. */
import { Button, Tabs } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useIdParam, useSearchText } from "#kit/filter/use-url.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import { applicationVersionFlow } from "@visadesk/contract/base-data/paper/application-version.flow.ts";
import { documentApi } from "@visadesk/contract/base-data/paper/document.ts";
import type { Head } from "./application-diff.tsx";
import type { Place, Sections } from "./application-model.ts";
import { ApplicationItems } from "./application-own.tsx";
import { QuestionsTab, type Saved } from "./application-questions.tsx";
import type { ApplicationSheetProps } from "./application-sheet.tsx";
import { TrialTab, type Trial } from "./application-trial.tsx";
import { VersionsTab } from "./application-versions.tsx";
import type { PaperOf } from "../paper/paper-cells.tsx";
import { PaperEdit } from "../paper/paper-form.tsx";
import "#kit/page/detail.css";
import "./application.css";

const ApplicationSheet = part<ApplicationSheetProps>(() => import("./application-sheet.tsx").then((m) => m.ApplicationSheet));
const GET = applicationVersionApi.application_version_get;
const TABS = ["base", "questions", "versions", "trial"] as const;
type Tab = (typeof TABS)[number];

/** The chosen tab, which the address keeps for a reload. A page that guards its changes is told of a new address too late to draw by it. */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [search, replace] = useSearchText();
  const [tab, setTab] = useState<Tab>(() => {
    const asked = new URLSearchParams(search).get("tab");
    return TABS.find((t) => t === asked) ?? "base";
  });
  const open = (next: Tab): void => {
    setTab(next);
    const params = new URLSearchParams(window.location.search);
    params.set("tab", next);
    replace(params.toString());
  };
  return [tab, open];
}

interface DeskProps {
  form: PaperOf<"application">;
  versions: readonly Head[];
  first: Saved | null;
}

/** What the tabs share. The text being edited is the one this visit began with or saved itself, whatever others save meanwhile. */
function useDesk({ form, versions, first }: DeskProps, open: (tab: Tab) => void) {
  const [start, setStart] = useState(first);
  const [edited, setEdited] = useState<Sections | null>(null);
  const [at, setAt] = useState<Place>({ s: 0, q: first?.sections[0]?.questions.length ? 0 : null });
  const [trial, setTrial] = useState<Trial | null>(null);
  const afterWrite = useAfterWrite();
  const take = (saved: Saved): void => {
    setStart(saved);
    setEdited(null);
    setTrial(null);
  };
  const isUnsaved = edited !== null && JSON.stringify(edited) !== JSON.stringify(start?.sections ?? []);
  const tried = (made: Trial | null): void => {
    setTrial(made);
    if (made && made.version_id === start?.id && made.version === start.version) setStart({ ...start, previewed_at: made.previewed_at });
  };
  const base = async (id: number): Promise<void> => {
    const draft = versions.find((v) => v.state === "draft");
    const from = versions.find((v) => v.id === id);
    const title = `以第${from?.version_no ?? ""}版起草`;
    if ((draft || isUnsaved) && !(await confirm({ title, content: "现在的草稿会换成这一版的题目。", ok: "替换草稿" }))) return;
    const { sections } = await ask(GET, { id });
    const saved = await ask(applicationVersionApi.application_version_save, {
      application_id: form.id,
      id: draft?.id ?? null,
      version: draft?.version ?? 0,
      sections,
      note: draft?.note ?? "",
    });
    toast.success("草稿已保存");
    afterWrite();
    take(saved);
    setAt({ s: 0, q: sections[0]?.questions.length ? 0 : null });
    open("questions");
  };
  const published = async (id: number): Promise<void> => take(await ask(GET, { id }));
  return { start, take, edited, setEdited, isUnsaved, at, setAt, trial, tried, base, published };
}

function Desk(props: DeskProps) {
  const { form, versions } = props;
  const [tab, open] = useTab();
  const desk = useDesk(props, open);
  const [printing, setPrinting] = useState<number | null>(null);
  const { start } = desk;
  const draft = start?.state === "draft" ? start : null;
  const live = versions.find((v) => v.state === "published");
  const title = start ? `${draft ? "草稿 " : ""}第${start.version_no}版` : "";
  const trial = { applicationId: form.id, versionId: start?.id ?? null, trial: desk.trial, onTrial: desk.tried };
  const printed = start?.id ?? null;
  return (
    <div className="vd-near ap-page">
      <header className="vd-wraps vd-list-title">
        <h1>{form.name}</h1>
        {live ? flowTag(applicationVersionFlow, "published") : <Mark>未发布</Mark>}
        {live && <span className="vd-muted">现行第{live.version_no}版</span>}
        {draft && <Mark tone="orange">草稿 第{draft.version_no}版</Mark>}
        {desk.isUnsaved && <Mark tone="red">题目未保存</Mark>}
        <span className="vd-grow" />
        <Button
          disabled={printed === null}
          title={printed === null ? "先保存题目" : "打印窗口里可以存为 PDF"}
          onClick={() => setPrinting(printed)}
        >
          打印空表
        </Button>
      </header>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => open(TABS.find((t) => t === key) ?? "base")}
        items={[
          { key: "base", label: "基本", children: <PaperEdit noun="application" own={<ApplicationItems />} /> },
          {
            key: "questions",
            label: "题目",
            children: (
              <QuestionsTab
                key={`${start?.id ?? 0}-${start?.version ?? 0}-${start?.state ?? ""}`}
                applicationId={form.id}
                start={start}
                trial={trial}
                at={desk.at}
                setAt={desk.setAt}
                onEdit={desk.setEdited}
                onSaved={desk.take}
              />
            ),
          },
          {
            key: "versions",
            label: "版本",
            children: (
              <VersionsTab
                versions={versions}
                draft={draft}
                isUnsaved={desk.isUnsaved}
                open={open}
                onPublished={(id) => void desk.published(id)}
                onBase={(id) => void desk.base(id)}
                onPrint={setPrinting}
              />
            ),
          },
          {
            key: "trial",
            label: "试填",
            children: <TrialTab {...trial} sections={start?.sections ?? []} title={title} isUnsaved={desk.isUnsaved} />,
          },
        ]}
      />
      {printing !== null && <ApplicationSheet name={form.name} versionId={printing} onClose={() => setPrinting(null)} />}
    </div>
  );
}

/** The version one begins with: the draft, else what is in force, else the newest. */
function First({ form, versions, first }: Omit<DeskProps, "first"> & { first: Head }) {
  const answer = useRecord(GET, { id: first.id });
  const [begun, setBegun] = useState<Saved | null>(null);
  if (!begun && answer.data) setBegun(answer.data);
  if (begun) return <Desk form={form} versions={versions} first={begun} />;
  return <Unread answer={answer} />;
}

export default function ApplicationEdit() {
  const id = useIdParam("id");
  const form = useRecord(documentApi.application_get, { id });
  const versions = useRecord(applicationVersionApi.application_version_query, { application_id: id });
  const list = versions.data?.list;
  const [first, setFirst] = useState<{ head: Head | null } | null>(null);
  if (!first && list)
    setFirst({ head: list.find((v) => v.state === "draft") ?? list.find((v) => v.state === "published") ?? list[0] ?? null });
  if (!form.data) return <Unread answer={form} />;
  if (!list || !first) return <Unread answer={versions} />;
  return first.head ? (
    <First form={form.data} versions={list} first={first.head} />
  ) : (
    <Desk form={form.data} versions={list} first={null} />
  );
}
