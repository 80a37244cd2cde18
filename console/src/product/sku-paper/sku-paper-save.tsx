/** The paper list in the save of a product: shows whom it would change, and pushes it to those who were ticked. */
import { useRef, useState, type ReactElement } from "react";
import { ask } from "#kit/act/ask.ts";
import type { Values } from "#kit/form/save/form-rules.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import type { SkuEdit } from "../sku-edit/sku-form-model.ts";
import type { Draft, Picks } from "./sku-paper-people.tsx";
import type { PaperPushProps } from "./sku-paper-push.tsx";
import type { PaperReviewProps } from "./sku-paper-review.tsx";

const PaperReview = part<PaperReviewProps>(() => import("./sku-paper-review.tsx").then((m) => m.PaperReview));
const PaperPush = part<PaperPushProps>(() => import("./sku-paper-push.tsx").then((m) => m.PaperPush));

const { papers, identities } = skuEditApi.sku_update.input.shape;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The list the form holds when it asks for other papers than the record; a changed note or order alone asks for none. */
function changedList(body: Values, sku: SkuEdit): Draft | null {
  const draft = {
    papers: papers.safeParse(body["papers"]).data ?? sku.papers,
    identities: identities.safeParse(body["identities"]).data ?? sku.identities,
  };
  return same(draft.papers, sku.papers) && same(draft.identities, sku.identities) ? null : draft;
}

type Choice = Picks | "nobody" | null;

/** For the form's `review` and `onDone`; `panel` goes into the tree. */
export function usePaperSave(sku: SkuEdit, leave: (saved: SkuEdit) => void) {
  const picks = useRef<Picks | null>(null);
  const [panel, setPanel] = useState<ReactElement | null>(null);
  const choose = (draft: Draft): Promise<Choice> =>
    new Promise((resolve) =>
      setPanel(
        <PaperReview
          skuId={sku.id}
          draft={draft}
          onChoose={(choice) => {
            setPanel(null);
            resolve(choice);
          }}
        />,
      ),
    );
  const review = async (body: Values): Promise<boolean> => {
    picks.current = null;
    const draft = changedList(body, sku);
    if (!draft) return true;
    // Its failure has been told; the form stays as it is.
    const impact = await ask(skuPaperPushApi.sku_paper_impact_query, { sku_id: sku.id, ...draft, page_size: 1 }).catch(() => null);
    if (!impact) return false;
    if (impact.people === 0) return true;
    const choice = await choose(draft);
    if (choice !== null && choice !== "nobody") picks.current = choice;
    return choice !== null;
  };
  const saved = async (now: SkuEdit): Promise<void> => {
    const chosen = picks.current;
    if (!chosen) return leave(now);
    const { pickedBody } = await import("./sku-paper-people.tsx");
    const body = { sku_id: now.id, version: now.version, ...pickedBody(chosen), idempotency_key: uuid() };
    // What it refused has been told; the product is saved, and its page offers the push again.
    const push = await ask(skuPaperPushApi.sku_paper_push_add, body).catch(() => null);
    if (!push) return leave(now);
    setPanel(<PaperPush sku={now} push={push.id} onClose={() => leave(now)} />);
  };
  return { panel, review, saved };
}
