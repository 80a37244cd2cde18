/** Pastes into a field of rich text, as a person does who copied from elsewhere. */
import { fireEvent } from "@testing-library/react";

export function paste(box: HTMLElement, what: { text?: string; html?: string }): void {
  const texts: Readonly<Record<string, string>> = { "text/plain": what.text ?? "", "text/html": what.html ?? "" };
  fireEvent.paste(box, { clipboardData: { types: Object.keys(texts), files: [], getData: (type: string) => texts[type] ?? "" } });
}
