/**
 * The legal next moves of a record as buttons, from its flow, its state and the reader's codes:
 *   <Moves flow={orderFlow} row={o} state={o.order_status} endpoints={orderApi} />
 * A row may carry `moves: [{ move, ok, missing }]` from the server: refused ones are grey and say what is missing.
 */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { canMove, endpointOf, type Flow, type Move } from "@visadesk/contract/kit/flow.ts";
import { allows, type May } from "@visadesk/contract/permissions.ts";
import { useState, type ReactElement, type ReactNode } from "react";
import { actGate, type Act } from "./act-gate.ts";
import { ActMenu } from "./act-menu.tsx";
import { useAfterWrite } from "./after-write.ts";
import { ask } from "./ask.ts";
import { confirm, toast, type ConfirmOptions } from "../app/feedback.ts";
import { inputMeta } from "../form/field-kinds.ts";
import { FormDialog } from "../form/form-dialog.tsx";
import { uuid } from "../app/hash.ts";
import { openFields } from "../form/open-fields.ts";
import { session } from "../app/session.ts";
import "../kit.css";

type Endpoints = Readonly<Record<string, Endpoint>>;
export interface MoveJudged {
  move: string;
  ok: boolean;
  missing: string | null;
}
export type Question = Pick<ConfirmOptions, "title" | "content">;
interface MoveRow {
  readonly id: number;
  readonly version?: number | undefined;
  readonly moves?: readonly MoveJudged[] | undefined;
}

export interface MovesProps<R extends MoveRow> {
  flow: Flow;
  row: R;
  state: string;
  endpoints: Endpoints;
  /** Next to come, drawn first; else the first legal one. */
  first?: string | null;
  /** `row`: one link button and ⋯. `head`: buttons. */
  variant?: "row" | "head";
  /** Stands first in a row whose next move is a dangerous one, else behind ⋯; of `more` the same key is not drawn twice. */
  lead?: { key?: string; label: string; onClick: () => void };
  /** Only these moves. */
  only?: readonly string[];
  /** Fields of a move's dialog, in place of all of them. */
  inputs?: Readonly<Record<string, ReactNode>>;
  /** What a move's dialog says above its fields. */
  intros?: Readonly<Record<string, ReactNode>>;
  /** A dialog of its own for a move. */
  dialogs?: Readonly<Record<string, (close: () => void, done: () => void) => ReactElement>>;
  /** What is asked before a move that no dialog asks about. */
  asks?: Readonly<Record<string, () => Question | Promise<Question>>>;
  /** More values the endpoint needs beside id and version. */
  initial?: (move: string) => Readonly<Record<string, unknown>>;
  /** Further acts of the record, under ⋯. */
  more?: readonly { key: string; label: string; onClick: () => void; may?: May; danger?: boolean }[];
  onDone?: (move: string, answer: unknown) => void;
}

export interface OpenMove {
  name: string;
  move: Move;
  endpoint: Endpoint;
  ok: boolean;
  missing: string | null;
}

/** Moves drawn for a state and a set of codes, the next one first, those going back last. */
export function openMoves(
  flow: Flow,
  state: string,
  codes: ReadonlySet<number>,
  endpoints: Endpoints,
  judged?: readonly MoveJudged[],
  first?: string | null,
): OpenMove[] {
  const open = Object.entries(flow.moves).flatMap(([name, move]): OpenMove[] => {
    const endpoint = endpoints[endpointOf(flow, name) ?? ""];
    if (!endpoint || move.may === "system" || !canMove(flow, state, name) || !allows(move.may, codes)) return [];
    const said = judged?.find((j) => j.move === name);
    return [{ name, move, endpoint, ok: said?.ok ?? true, missing: said?.missing ?? null }];
  });
  const rank = (m: OpenMove): number => (m.name === first ? 0 : m.move.back || m.move.danger ? 2 : 1);
  return open.toSorted((a, b) => rank(a) - rank(b));
}

/** Id, version and the ids of a row that the endpoint's input asks for. */
function given(endpoint: Endpoint, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.entries(shapeOf(endpoint.input)).filter(([name, type]) => name === "version" || inputMeta(type)?.kind === "id");
  return Object.fromEntries(names.flatMap(([name]) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])));
}

const HEAD_BUTTONS = 3;
/** Longer than a double click: its second half may fall on the button of the next move, which took the place of the first. */
const NEXT_MOVE_MS = 600;

/** One request per press: the same move by the button rule, another one as soon as it cannot be the same press. */
function singleMoves() {
  const any = actGate(NEXT_MOVE_MS);
  const each = new Map<string, ReturnType<typeof actGate>>();
  return (name: string, act: Act): Promise<boolean> => {
    const own = each.get(name) ?? actGate();
    each.set(name, own);
    return own.press(() => any.press(act));
  };
}

export function Moves<R extends MoveRow>(props: MovesProps<R>) {
  const { flow, row, state, endpoints, variant = "row" } = props;
  const codes = session.use((s) => s.codes);
  const [dialog, setDialog] = useState<OpenMove | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [single] = useState(singleMoves);
  const afterWrite = useAfterWrite();
  const open = openMoves(flow, state, codes, endpoints, row.moves, props.first).filter((m) => !props.only || props.only.includes(m.name));
  const start = (m: OpenMove): Record<string, unknown> => ({
    ...given(m.endpoint, row as unknown as Record<string, unknown>),
    ...props.initial?.(m.name),
  });
  const done = (m: OpenMove, answer: unknown): void => {
    afterWrite();
    toast.success(`${m.move.label}：已完成`);
    props.onDone?.(m.name, answer);
  };
  const act = async (m: OpenMove): Promise<void> => {
    if (props.dialogs?.[m.name] || props.inputs?.[m.name] || openFields(m.endpoint, start(m)).length > 0) return setDialog(m);
    await single(m.name, () => move(m));
  };
  const move = async (m: OpenMove): Promise<boolean | void> => {
    setBusy(m.name);
    try {
      const question = props.asks?.[m.name];
      const asked = question ? await question() : m.move.danger ? { title: `${m.move.label}？` } : null;
      if (asked && !(await confirm({ ...asked, ok: m.move.label, danger: m.move.danger === true }))) return false;
      done(m, await ask(m.endpoint, { ...start(m), ...(m.endpoint.key && { idempotency_key: uuid() }) }));
    } catch {
      // The client has said why; a state that moved on is asked again.
      afterWrite();
      return false;
    } finally {
      setBusy(null);
    }
  };
  // What is typed stays where its move was taken away meanwhile; the refusal says why.
  const shown = dialog && (open.find((m) => m.name === dialog.name) ?? dialog);
  const close = (): void => setDialog(null);
  return (
    <span className={`vd-moves is-${variant}`}>
      <MoveButtons
        open={open}
        variant={variant}
        busy={busy}
        act={act}
        given={variant === "row" ? props.lead : undefined}
        more={props.more?.filter((a) => a.may === undefined || allows(a.may, codes)) ?? []}
      />
      {shown &&
        (props.dialogs?.[shown.name]?.(close, () => {
          done(shown, null);
          close();
        }) ?? (
          <FormDialog
            endpoint={shown.endpoint}
            initial={start(shown)}
            title={shown.move.label}
            okText={shown.move.label}
            danger={shown.move.danger === true}
            intro={props.intros?.[shown.name]}
            onDone={(answer) => done(shown, answer)}
            onClose={close}
          >
            {props.inputs?.[shown.name]}
          </FormDialog>
        ))}
    </span>
  );
}

interface ButtonsProps {
  open: readonly OpenMove[];
  variant: "row" | "head";
  busy: string | null;
  act: (m: OpenMove) => Promise<void>;
  /** What may lead. */
  given: MovesProps<MoveRow>["lead"];
  more: readonly { key: string; label: string; onClick: () => void; danger?: boolean }[];
}

function MoveButtons({ open, variant, busy, act, given: asked, more }: ButtonsProps) {
  const lead = open[0] === undefined || open[0].move.danger === true ? asked : undefined;
  const behind: ButtonsProps["more"] =
    asked && !lead && !more.some((a) => a.key === asked.key || a.label === asked.label) ? [{ key: "lead", ...asked }] : [];
  const count = variant === "head" ? HEAD_BUTTONS : open[0]?.ok && !lead ? 1 : 0;
  const front = open.slice(0, count);
  const rest = open.slice(count);
  const items = [
    ...rest.map((m) => ({
      key: m.name,
      label: m.ok ? (
        m.move.label
      ) : (
        <span title={m.missing ?? ""}>
          {m.move.label}
          <em className="vd-dim vd-missing">{m.missing}</em>
        </span>
      ),
      disabled: !m.ok,
      danger: m.move.danger === true,
      onClick: () => void act(m),
    })),
    ...[...behind, ...more]
      .filter((a) => !lead || a.key !== lead.key)
      .map((a) => ({ key: `more-${a.key}`, label: a.label, danger: a.danger === true, onClick: a.onClick })),
  ];
  return (
    <>
      {lead && (
        <Button type="link" size="small" onClick={lead.onClick}>
          {lead.label}
        </Button>
      )}
      {front.map((m, i) => (
        <Tooltip key={m.name} title={m.ok ? null : m.missing}>
          <Button
            type={variant === "row" ? "link" : i === 0 && m.ok && !m.move.danger ? "primary" : "default"}
            size={variant === "row" ? "small" : "medium"}
            danger={m.move.danger === true}
            disabled={!m.ok}
            loading={busy === m.name && { delay: 200 }}
            onClick={() => void act(m)}
          >
            {m.move.label}
          </Button>
        </Tooltip>
      ))}
      {items.length > 0 && (
        <ActMenu items={items}>
          <Button
            type={variant === "row" ? "text" : "default"}
            size={variant === "row" ? "small" : "medium"}
            icon={<MoreOutlined aria-hidden />}
            aria-label="更多操作"
          />
        </ActMenu>
      )}
    </>
  );
}
