/** The acts above a rich text: what stands at the cursor shows pressed; arrow keys go from one to the next. */
import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import type { ChainedCommands, Editor } from "@tiptap/core";
import { useRef, type KeyboardEvent, type ReactNode } from "react";

interface Act {
  tip: string;
  sign: ReactNode;
  run: (chain: ChainedCommands) => ChainedCommands;
  on?: (editor: Editor) => boolean;
}

const GROUPS: readonly (readonly Act[])[] = [
  [
    {
      tip: "标题",
      sign: <b>大</b>,
      run: (c) => c.toggleHeading({ level: 3 }),
      on: (e) => e.isActive("heading", { level: 3 }),
    },
    {
      tip: "小标题",
      sign: <b className="is-small">小</b>,
      run: (c) => c.toggleHeading({ level: 4 }),
      on: (e) => e.isActive("heading", { level: 4 }),
    },
  ],
  [
    { tip: "加粗（Ctrl+B）", sign: <BoldOutlined aria-hidden />, run: (c) => c.toggleBold(), on: (e) => e.isActive("bold") },
    { tip: "斜体（Ctrl+I）", sign: <ItalicOutlined aria-hidden />, run: (c) => c.toggleItalic(), on: (e) => e.isActive("italic") },
    {
      tip: "下划线（Ctrl+U）",
      sign: <UnderlineOutlined aria-hidden />,
      run: (c) => c.toggleUnderline(),
      on: (e) => e.isActive("underline"),
    },
    { tip: "删除线", sign: <StrikethroughOutlined aria-hidden />, run: (c) => c.toggleStrike(), on: (e) => e.isActive("strike") },
  ],
  [
    { tip: "项目列表", sign: <UnorderedListOutlined aria-hidden />, run: (c) => c.toggleBulletList(), on: (e) => e.isActive("bulletList") },
    { tip: "编号列表", sign: <OrderedListOutlined aria-hidden />, run: (c) => c.toggleOrderedList(), on: (e) => e.isActive("orderedList") },
    { tip: "引用", sign: <b>”</b>, run: (c) => c.toggleBlockquote(), on: (e) => e.isActive("blockquote") },
  ],
];
const LAST: readonly Act[] = [
  { tip: "清除格式", sign: <ClearOutlined aria-hidden />, run: (c) => c.unsetAllMarks().clearNodes() },
  { tip: "撤销（Ctrl+Z）", sign: <UndoOutlined aria-hidden />, run: (c) => c.undo() },
  { tip: "重做（Ctrl+Shift+Z）", sign: <RedoOutlined aria-hidden />, run: (c) => c.redo() },
];
const TABLE: readonly Act[] = [
  { tip: "下方加行", sign: "加行", run: (c) => c.addRowAfter() },
  { tip: "右侧加列", sign: "加列", run: (c) => c.addColumnAfter() },
  { tip: "删除本行", sign: "删行", run: (c) => c.deleteRow() },
  { tip: "删除本列", sign: "删列", run: (c) => c.deleteColumn() },
  { tip: "首行作表头", sign: "表头", run: (c) => c.toggleHeaderRow() },
  { tip: "删除表格", sign: "删表", run: (c) => c.deleteTable() },
];

interface ButtonProps {
  tip: string;
  sign: ReactNode;
  pressed?: boolean | undefined;
  disabled: boolean;
  onClick: () => void;
}
const BarButton = ({ tip, sign, pressed, disabled, onClick }: ButtonProps) => (
  <button
    type="button"
    title={tip}
    aria-label={tip}
    tabIndex={-1}
    disabled={disabled}
    {...(pressed !== undefined && { "aria-pressed": pressed })}
    // The text keeps its selection.
    onMouseDown={(e) => e.preventDefault()}
    onClick={onClick}
  >
    {sign}
  </button>
);

/** One stop of the tab key; inside, the arrows go. */
function useArrows() {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = (): HTMLButtonElement[] => [...(bar.current?.querySelectorAll("button") ?? [])].filter((b) => !b.disabled);
  return {
    ref: bar,
    tabIndex: 0,
    onFocus: (e: React.FocusEvent) => {
      if (e.target === bar.current) buttons()[0]?.focus();
    },
    onKeyDown: (e: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (step === undefined) return;
      e.preventDefault();
      const all = buttons();
      const at = all.findIndex((b) => b === document.activeElement);
      all[(at + step + all.length) % all.length]?.focus();
    },
  };
}

export interface RichTextBarProps {
  editor: Editor;
  disabled: boolean;
  linking: boolean;
  onLink: () => void;
  onPicture: () => void;
}

export function RichTextBar({ editor, disabled, linking, onLink, onPicture }: RichTextBarProps) {
  const arrows = useArrows();
  const inTable = editor.isActive("table");
  const draw = (a: Act) => (
    <BarButton
      key={a.tip}
      tip={a.tip}
      sign={a.sign}
      pressed={a.on?.(editor)}
      disabled={disabled}
      onClick={() => a.run(editor.chain().focus()).run()}
    />
  );
  return (
    // A toolbar takes the focus once and passes it to its buttons.
    <div className="vd-editor-bar" role="toolbar" aria-label="格式" {...arrows} tabIndex={disabled ? -1 : 0}>
      {GROUPS.map((group) => (
        <span key={group[0]?.tip}>{group.map(draw)}</span>
      ))}
      <span>
        <BarButton
          tip="链接"
          sign={<LinkOutlined aria-hidden />}
          pressed={linking || editor.isActive("link")}
          disabled={disabled}
          onClick={onLink}
        />
        <BarButton tip="插入图片" sign={<PictureOutlined aria-hidden />} disabled={disabled} onClick={onPicture} />
        <BarButton
          tip="插入表格"
          sign={<TableOutlined aria-hidden />}
          pressed={inTable}
          disabled={disabled || inTable}
          onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        />
      </span>
      <span>{LAST.map(draw)}</span>
      {inTable && <span className="is-words">{TABLE.map(draw)}</span>}
    </div>
  );
}
