/** Named fields of a record in columns, label above value; personal ones with an eye. */
import type { z } from "@visadesk/contract/kit/field.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import type { ReactNode } from "react";
import { inputMeta } from "./field-kinds.ts";
import { Cell } from "./format-cells.tsx";
import { Masked } from "../page/masked.tsx";
import "../page/detail.css";

/** Every record has them and nobody reads them. */
const UNSEEN: readonly string[] = ["id", "version"];
/** Texts that may be this long take the whole line. */
const WIDE_FROM = 500;

export interface OwnField {
  label: string;
  value: ReactNode;
  /** Takes the whole line. */
  wide?: boolean;
}

export interface FieldsProps<T extends z.ZodObject> {
  of: T;
  /** The record, or as much of it as a list reads. */
  value: Partial<z.output<T>>;
  /** All but what every record has, where nothing is said. */
  names?: readonly ((keyof z.output<T> & string) | OwnField)[];
  columns?: 1 | 2 | 3 | 4;
  /** Asks for the full value of a masked field; the server logs it. */
  reveal?: (name: string, reason: string) => Promise<string | null>;
  /** Whose fields they are, for the reason of a look. */
  record?: string;
}

export function Fields<T extends z.ZodObject>({ of, value, names, columns = 3, reveal, record = "" }: FieldsProps<T>) {
  const shape = shapeOf(of);
  return (
    <dl className={`vd-fields is-${columns}`}>
      {(names ?? Object.keys(shape).filter((n) => !UNSEEN.includes(n))).map((n) => {
        if (typeof n !== "string")
          return (
            <div key={n.label} className={n.wide ? "is-wide" : ""}>
              <dt>{n.label}</dt>
              <dd>{n.value ?? "—"}</dd>
            </div>
          );
        const type = shape[n];
        if (!type) throw new Error(`the record has no field ${n}`);
        const meta = inputMeta(type);
        const v = (value as Record<string, unknown>)[n];
        return (
          <div
            key={n}
            className={meta?.kind === "long_text" || meta?.kind === "rich_text" || (meta?.max ?? 0) >= WIDE_FROM ? "is-wide" : ""}
          >
            <dt>{meta?.label ?? n}</dt>
            <dd>
              {meta?.personal && reveal && typeof v === "string" && v ? (
                <Masked value={v} record={record} reveal={(why) => reveal(n, why)} />
              ) : (
                <Cell meta={meta} value={v} full />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
