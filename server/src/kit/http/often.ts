/** At most so many acts of one worker within a time, counted in this process. */
import type { Ctx } from "../call/context.ts";
import { HttpError } from "./refuse.ts";

type Caller = Pick<Ctx, "me" | "now">;

export class Often {
  readonly #limit: number;
  readonly #ms: number;
  readonly #sentence: string;
  readonly #acts = new Map<number, number[]>();
  /** @param ms within which `limit` acts are taken; @param sentence told to whoever wants one more. */
  constructor(limit: number, ms: number, sentence: string) {
    this.#limit = limit;
    this.#ms = ms;
    this.#sentence = sentence;
  }
  /** Refuses with 429 whoever has reached the limit; counts nothing. */
  assertFree({ me, now }: Caller): void {
    const recent = (this.#acts.get(me.worker_id) ?? []).filter((at) => at > now.getTime() - this.#ms);
    this.#acts.set(me.worker_id, recent);
    if (recent.length >= this.#limit) throw new HttpError(429, this.#sentence, null, { "retry-after": String(Math.ceil(this.#ms / 1000)) });
  }
  /** Counts one act more, or refuses it like {@link assertFree}. */
  take(ctx: Caller): void {
    this.assertFree(ctx);
    this.#acts.get(ctx.me.worker_id)?.push(ctx.now.getTime());
  }
}
