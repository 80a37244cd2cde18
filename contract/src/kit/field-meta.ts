/** What a field says of itself beside its type. */
import type { FilePurpose } from "./file-purposes.ts";
import type { Personal, SealedKind } from "./mask.ts";

export type Kind =
  | "id"
  | "text"
  | "long_text"
  | "rich_text"
  | "int"
  | "number"
  | "money"
  | "bool"
  | "time"
  | "date"
  | "choice"
  | "choices"
  | "ids"
  | "codes"
  | "mobile"
  | "email"
  | "file"
  | "files"
  | "json"
  | "list"
  | "object"
  | "passwd";

/** How much of the stored number is the whole. */
export type PercentOf = 1 | 100 | 10_000;

export interface FieldMeta {
  label: string;
  kind: Kind;
  options?: Readonly<Record<string, string>>;
  /** Noun an id points at. */
  of?: string;
  /** Masked in every answer, refused when it comes back masked. */
  personal?: Personal;
  hint?: string;
  max?: number;
  /** A rate: of one, of a hundred, or of ten thousand. Fields, refusals, log and sheets say it in percent. */
  percent?: PercentOf;
  /** A search word that personal numbers answer to: whole or by their last four; whole ones are counted and logged. */
  lookup?: readonly SealedKind[];
  /** Of files that are taken: what they are for. */
  purpose?: FilePurpose;
}
