/** Endpoints of peers past the gate and past every session, for tests whose clock goes on for months. */
import { allApi, type EndpointName, type InputOf, type OutputOf } from "@visadesk/contract/index.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import type { Principal } from "#kit/call/context.ts";
import type { TestClock } from "#kit/clock.ts";
import type { Db } from "#kit/db/db.ts";
import { parseInput } from "#kit/call/input.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { serving } from "../../areas.ts";
import { asWrite, principalFor, readCtx } from "../ctx.ts";
import { orderDesk } from "./order.ts";

type Loose<N extends EndpointName> = Omit<InputOf<N>, "idempotency_key">;
const CODES: readonly PermissionName[] = ["peer", "peer_level", "peer_group", "peer_manager"];

export class PeerDesk {
  readonly db: Db;
  readonly clock: TestClock;
  readonly staff: ReadonlyMap<string, number>;
  /** An order that figures are made of. */
  readonly pattern: number;
  constructor(of: { db: Db; clock: TestClock; staff: ReadonlyMap<string, number> }, pattern: number) {
    this.db = of.db;
    this.clock = of.clock;
    this.staff = of.staff;
    this.pattern = pattern;
  }
  id = (account: string): number => this.staff.get(account) ?? 0;
  ago = (days: number): Date => new Date(this.clock.now().getTime() - days * 86_400_000);
  /** Somebody who sees all, or his own alone. */
  worker = (account: string, own = false): Principal => {
    const all = principalFor({ worker_id: this.id(account), codes: CODES, scope_ids: own ? [this.id(account)] : null, nickname: account });
    return own ? { ...all, data_scope: "own" } : all;
  };
  call<N extends EndpointName>(name: N, input: Loose<N>, as: Principal = this.worker("admin")): Promise<OutputOf<N>> {
    const endpoint = allApi[name];
    const parsed = parseInput(endpoint, endpoint.key ? { idempotency_key: crypto.randomUUID(), ...input } : input);
    return asWrite(this.db, as, this.clock.now(), async (ctx) => (await serving[name].run(parsed, ctx, null)) as OutputOf<N>);
  }
  /** The refusal of a call that must not succeed. */
  async refused<N extends EndpointName>(name: N, input: Loose<N>, as?: Principal) {
    try {
      await this.call(name, input, as);
    } catch (e) {
      if (e instanceof Refusal) return { code: e.code, msg: e.message, issues: e.body.issues ?? [] };
      if (e instanceof HttpError) return { code: e.status, msg: e.msg ?? "", issues: [] };
      throw e;
    }
    throw new Error(`${name} succeeded`);
  }
  /** A job as its runner calls it, each change in a transaction of its own. */
  run(jobs: readonly JobDef[], name: string): Promise<unknown> {
    const job = jobs.find((j) => j.name === name);
    if (!job) throw new Error(`no job ${name}`);
    const now = this.clock.now();
    const ctx = Object.assign(readCtx(this.db, null, now), {
      job_id: 1,
      signal: new AbortController().signal,
      change: <T>(work: Parameters<typeof asWrite<T>>[3]) => asWrite(this.db, null, now, work),
    }) satisfies JobCtx;
    return job.run(ctx, {}, { set: () => Promise.resolve(), throwIfCancelled: () => Promise.resolve() });
  }
}
export async function peerDesk(): Promise<PeerDesk> {
  const desk = await orderDesk();
  return new PeerDesk(desk, (await desk.order()).id);
}
