/**
 * What pickers know: one source per noun an id points at. No component here, so that the frame may register them all.
 *   registerPicker("worker", { remote: true, load: async (keyword) => … });
 */
export interface PickOption {
  value: number | string;
  label: string;
  /** Second line: team, country, number. */
  hint?: string;
  /** More words to be found by. */
  words?: string;
  /** Out of use: to be searched for, not to be taken. */
  off?: boolean;
}
export interface PickerSource {
  load: (keyword: string, signal: AbortSignal) => Promise<PickOption[]>;
  /** Names of values that stand outside what is loaded first. */
  named?: (values: readonly (number | string)[], signal: AbortSignal) => Promise<PickOption[]>;
  /** Asks the server with every keyword; else the whole small list is loaded once. */
  remote?: true;
}

const sources = new Map<string, PickerSource>();
/** Once for each noun: of two the one that is read last would answer for both. */
export function registerPicker(of: string, source: PickerSource): void {
  if (sources.has(of)) throw new Error(`two pickers of ${of}`);
  sources.set(of, source);
}

/** Noun whose picker fits a field: its meta's `of`, else the name without `_id`; other names point at nothing. */
export function pickerFor(name: string, of: string | undefined): string | undefined {
  const noun = of ?? /^(.+)_ids?$/.exec(name)?.[1];
  return noun !== undefined && sources.has(noun) ? noun : undefined;
}

/** Options seen so far, so that a value from a URL or a record shows its label. */
const seen = new Map<string, Map<number | string, PickOption>>();
/** Keeps options for the labels of values picked earlier. */
export function remember(of: string, options: readonly PickOption[]): void {
  const known = seen.get(of) ?? new Map<number | string, PickOption>();
  for (const o of options) known.set(o.value, o);
  seen.set(of, known);
}
/** Label of a picked value, once its options were loaded. */
export const pickedLabel = (of: string, value: number | string): string | undefined => seen.get(of)?.get(value)?.label;

export const sourceOf = (of: string): PickerSource | undefined => sources.get(of);
export const pickedOption = (of: string, value: number | string): PickOption | undefined => seen.get(of)?.get(value);
