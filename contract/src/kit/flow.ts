/**
 * States and moves, both named. A flow is data: the server moves rows by it (`moveRow`), the console draws
 * tags and buttons from it, tests walk every (state, move) pair. No zod here.
 *
 *   export const refundFlow = flow("refund", { states: { pending: { label: "待审核", tone: "orange" }, … },
 *     moves: { pass: { label: "初审通过", from: ["pending"], to: "paying", may: may.refund_review } } });
 */
import type { May } from "../permissions.ts";

/** grey over · blue being worked on · orange waits for a customer or a decision · red late, refused · green good end */
export const TONES = ["grey", "blue", "orange", "red", "green"] as const;
export type Tone = (typeof TONES)[number];

export interface State {
  readonly label: string;
  readonly tone: Tone;
  /** Number used on the partner API. */
  readonly code?: number;
  /** The state a row is born in; at least one per flow. */
  readonly start?: true;
}

export interface Move<S extends string = string> {
  readonly label: string;
  /** Empty: the move makes the row. */
  readonly from: readonly S[];
  /** One state, or the states among which a named rule chooses. */
  readonly to: S | readonly S[];
  /** Codes of the people who may make it; "system" moves are made by jobs, doors and other moves only. */
  readonly may: May | "system";
  /** Endpoint name when it is not `<noun>_<move>`; null for a move without an endpoint of its own. */
  readonly endpoint?: string | null;
  /** Destructive: asks before acting and is drawn red. */
  readonly danger?: true;
  /** May bring a row back to an earlier state. */
  readonly back?: true;
}

export interface Flow<S extends string = string, M extends string = string> {
  readonly noun: string;
  readonly states: Readonly<Record<S, State>>;
  readonly moves: Readonly<Record<M, Move<S>>>;
}

export type StateOf<F> = F extends Flow<infer S, string> ? S : never;
export type MoveOf<F> = F extends Flow<string, infer M> ? M : never;

export function flow<const S extends string, const M extends string>(
  noun: string,
  def: { states: Record<S, State>; moves: Record<M, Move<NoInfer<S>>> },
): Flow<S, M> {
  return { noun, ...def };
}

/** State keys in declared order. */
export const statesOf = <S extends string>(f: Flow<S>): [S, ...S[]] => Object.keys(f.states) as [S, ...S[]];

const flowsByLabels = new WeakMap<object, Flow>();

/** `{state: label}`, for choice fields and filters. */
export const stateLabels = <S extends string>(f: Flow<S>): Record<S, string> => {
  const labels = Object.fromEntries(Object.entries<State>(f.states).map(([k, s]) => [k, s.label])) as Record<S, string>;
  flowsByLabels.set(labels, f);
  return labels;
};

/** The flow whose labels a choice field shows, so that tables draw its tones. */
export const flowOfLabels = (labels: object | undefined): Flow | undefined => (labels ? flowsByLabels.get(labels) : undefined);

export const endpointOf = (f: Flow, move: string): string | null => {
  const m = f.moves[move];
  if (!m || m.may === "system") return null;
  return m.endpoint === undefined ? `${f.noun}_${move}` : m.endpoint;
};

/** Target states of a move as a list. */
export const targetsOf = <S extends string>(m: Move<S>): readonly S[] => (typeof m.to === "string" ? [m.to] : m.to);

/** Is (state, move) in the table? The guard that needs the database stays with the server. */
export const canMove = <S extends string, M extends string>(f: Flow<S, M>, state: S, move: M): boolean =>
  f.moves[move].from.includes(state);
