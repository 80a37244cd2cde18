/**
 * What the parts of a form share. Kept apart from the form itself: a screen may say which fields its dialog has
 * without loading the inputs, because the form around draws them.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { FormInstance } from "antd";
import { createContext, useContext, type ComponentType, type ReactElement, type ReactNode } from "react";
import { nameOf, typeAt, type Path, type Zod } from "./field-kinds.ts";
import type { Values } from "./save/form-rules.ts";

export interface ItemProps {
  name: Path;
  label?: string;
  /** Lines of a long text. */
  rows?: number;
  help?: ReactNode;
  /** Must be filled in here although its type may be blank: what is said when it is not. */
  needs?: string;
  /** Of a date: what has happened, today at the latest. */
  past?: boolean;
  /** Of a time: what cannot have been before `at`, by the minute, and what is said where it was. */
  since?: { at: string | null; fault: string };
  /** Shares its line with the next one. */
  half?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Words of a text field that is one of several, or fewer than the field knows. */
  options?: Readonly<Record<string, string>>;
  /** An own input with `value` and `onChange`. */
  children?: ReactElement;
}

export interface ItemListProps {
  name: string;
  /** Words on the button that adds a row. */
  add: string;
  /** Draws one row; `at(field)` is the path of a field of it. */
  children?: (at: (field: string) => Path, index: number) => ReactNode;
  /** What a new row starts with. */
  row?: Readonly<Record<string, unknown>>;
  min?: number;
}

export interface FormScope {
  endpoint: Endpoint;
  form: FormInstance;
  initial: Values;
  /** Stands in the form as if typed. */
  typed: Values;
  /** Fields that are shown and not taken: their own right is missing. */
  locked: readonly string[];
}

/** How the form around draws its items. */
export interface Drawing {
  Item: ComponentType<ItemProps>;
  ItemList: ComponentType<ItemListProps>;
}

export const ScopeContext = createContext<FormScope | null>(null);
export const DrawingContext = createContext<Drawing | null>(null);

const OUTSIDE = "an Item stands outside a form";

/** The endpoint, values and start values of the form around. */
export function useFormScope(): FormScope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error(OUTSIDE);
  return scope;
}

export function useDrawing(): Drawing {
  const drawing = useContext(DrawingContext);
  if (!drawing) throw new Error(OUTSIDE);
  return drawing;
}

/** Type of a field of the form around; an unknown name is a mistake of the screen. */
export function useFieldType(name: Path): Zod {
  const { endpoint } = useFormScope();
  const type = typeAt(endpoint.input, name);
  if (!type) throw new Error(`${endpoint.name} takes no field ${nameOf(name)}`);
  return type;
}
