/** What was filled in of a transfer outlives a reload: offered when the wizard is opened again, gone with 放弃 and once it is ordered. */
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { useFormScope } from "#kit/form/form-scope.ts";
import { DraftOffer } from "#kit/form/save/draft-offer.tsx";
import { useDraft, type DraftState } from "#kit/form/save/draft.ts";
import type { Start } from "./transfer-words.tsx";

const KEY = "peer-transfer/new";
/** What the trial works out anew. */
const WORKED_OUT: readonly string[] = ["expected_count", "lines"];

export interface TransferDraft extends DraftState {
  /** By hand or ordered: only what was typed here goes. */
  end: () => void;
}
/** A list picked elsewhere is not kept: where the wizard is opened anew, it is another one. */
export function useTransferDraft(start: Start): TransferDraft {
  const draft = useDraft(start.selection === undefined ? KEY : null, null);
  const isNoted = useRef(false);
  return {
    ...draft,
    note: (values) => {
      isNoted.current = true;
      draft.note(values);
    },
    take: () => {
      isNoted.current = true;
      draft.take();
    },
    end: () => (isNoted.current ? draft.drop() : undefined),
  };
}

/** Stands inside the form. */
export function TransferDraftBar({ draft, onRole }: { draft: TransferDraft; onRole: () => void }) {
  const { form } = useFormScope();
  const watched: unknown = Form.useWatch([], form);
  const values = Object.fromEntries(Object.entries(watched ?? {}).filter(([name]) => !WORKED_OUT.includes(name)));
  const text = JSON.stringify(values);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (text === "{}") return;
    opened.current ??= text;
    if (text !== opened.current) draft.note(values);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  const { offered } = draft;
  if (!offered) return null;
  const take = (): void => {
    if (offered.content["role"] !== form.getFieldValue("role")) onRole();
    form.setFieldsValue(offered.content);
    draft.take();
  };
  return <DraftOffer draft={draft} onTake={take} />;
}
