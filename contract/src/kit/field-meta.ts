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
  /** A rate: of one, or of a hundred. A sheet holds it as a percentage. */
  percent?: 1 | 100;
  /** A search word that personal numbers answer to: whole or by their last four; whole ones are counted and logged. */
  lookup?: readonly SealedKind[];
  /** Of files that are taken: what they are for. */
  purpose?: FilePurpose;
}
