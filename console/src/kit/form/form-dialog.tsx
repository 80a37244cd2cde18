/**
 * A write in a dialog, from the endpoint's input shape minus id, version and key:
 *   <FormDialog endpoint={orderApi.order_cancel} initial={{ id, version }} onDone={…} onClose={…}><Item name="reason" rows={4} /></FormDialog>
 * Mounted means open. Without children every field is drawn in its declared order. The form is a part of its own.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useCallback, useState, type ReactElement, type ReactNode } from "react";
import { part } from "../app/part.tsx";
import type { DialogFormProps } from "./dialog-form.tsx";

const View = part<DialogFormProps<Endpoint>>(() => import("./form-dialog-view.tsx").then((m) => m.FormDialog));

export const FormDialog = <E extends Endpoint>(props: DialogFormProps<E>): ReactNode => (
  <View {...(props as unknown as DialogFormProps<Endpoint>)} />
);

/** `[dialog, open, close]`: a place for one dialog of a screen; put `dialog` into the tree. */
export function useDialog(): readonly [ReactElement | null, (make: (close: () => void) => ReactElement) => void, () => void] {
  const [shown, setShown] = useState<ReactElement | null>(null);
  const close = useCallback((): void => setShown(null), []);
  const open = useCallback((make: (closing: () => void) => ReactElement): void => setShown(make(close)), [close]);
  return [shown, open, close];
}
