/** What the place of the rich text editor and the editor itself share. */
export interface RichTextInputProps {
  label: string;
  /** Lines that are seen before it grows. */
  rows?: number;
  max?: number;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
}

/** Height of the text's box for so many lines. */
export const linesHeight = (rows: number | undefined): number => 16 + 22 * (rows ?? 5);
