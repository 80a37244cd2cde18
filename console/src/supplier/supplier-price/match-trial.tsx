/** What is sent rests on a trial of exactly that: asked by its button, and again when anything of it was changed. */
import { Button } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { STEEP_FAULT } from "@visadesk/contract/supplier/supplier-price.rules.ts";

export interface MatchTrialProps<A> {
  /** 预览 or 预检. */
  word: string;
  /** What the form asks for; null: something is still missing. */
  asked: object | null;
  ask: () => Promise<A>;
  /** How many rows can be sent, how it is counted, and which step is steep. */
  tally: (answer: A) => { good: number; words: string; steep: string | null };
  /** The mark of what was tried, as the form sends it. */
  value?: string | undefined;
  onChange?: ((seen: string | undefined) => void) | undefined;
  children: (answer: A) => ReactNode;
}

export function MatchTrial<A extends { seen: string }>({ word, asked, ask, tally, value, onChange, children }: MatchTrialProps<A>) {
  const [tried, setTried] = useState<{ of: string; answer: A } | null>(null);
  const [busy, setBusy] = useState(false);
  const now = JSON.stringify(asked);
  const isStale = tried !== null && tried.of !== now;
  useEffect(() => {
    if (isStale && value !== undefined) onChange?.(undefined);
  }, [isStale, value, onChange]);
  const look = async (): Promise<void> => {
    setBusy(true);
    await ask().then(
      (answer) => {
        setTried({ of: now, answer });
        onChange?.(tally(answer).good > 0 ? answer.seen : undefined);
      },
      () => setTried(null),
    );
    setBusy(false);
  };
  const told = tried && tally(tried.answer);
  return (
    <Stack>
      <div className="vd-wraps">
        <Button disabled={!asked} loading={busy && { delay: 200 }} onClick={() => void look()}>
          {word}
        </Button>
        {told && (
          <span className="vd-muted">
            {told.words}
            {isStale ? `；内容已修改，请重新${word}` : told.good === 0 ? "；没有要提交的" : ""}
          </span>
        )}
        {told?.steep && (
          <span className="vd-error">
            {told.steep}
            {STEEP_FAULT}
          </span>
        )}
      </div>
      {tried && children(tried.answer)}
    </Stack>
  );
}
