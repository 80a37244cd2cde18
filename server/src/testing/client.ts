/** A signed client over an injected or listening server; every call makes its own date and request id, as the console does. */
import type { FastifyInstance } from "fastify";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET, FRONT_VERSION, PLATFORM } from "@visadesk/contract/kit/constants.ts";
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { signatureOf } from "#kit/http/gate.ts";
import { assertAnswer } from "./strict.ts";

export interface RawAnswer {
  status: number;
  ret: number;
  msg: string;
  body: unknown;
  headers: Record<string, unknown>;
}
export type Send = (path: string, headers: Record<string, string>, body: string) => Promise<RawAnswer>;

/** Calls a server without a socket. */
export const sendTo =
  (app: Pick<FastifyInstance, "inject">): Send =>
  async (url, headers, payload) => {
    const res = await app.inject({ method: "POST", url, headers, payload });
    return { status: res.statusCode, ...res.json<{ ret: number; msg: string; body: unknown }>(), headers: res.headers };
  };

export class Refused extends Error {
  readonly answer: RawAnswer;
  constructor(name: string, answer: RawAnswer) {
    super(`${name}: ${answer.status}/${answer.ret} ${answer.msg} ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
  get code(): string | undefined {
    return (this.answer.body as { code?: string } | null)?.code;
  }
  /** Fields that were refused, with their sentences. */
  get issues(): readonly { path: string; message: string }[] {
    return (this.answer.body as { issues?: { path: string; message: string }[] } | null)?.issues ?? [];
  }
}

export interface CallOptions {
  headers?: Record<string, string>;
  now?: Date;
  pair?: { key: string; secret: string };
  /** Body text as it is, for malformed input. */
  text?: string;
}

export const PAIR = { key: DEV_ACCESS_KEY, secret: DEV_ACCESS_SECRET };

/** Headers of one call; `extra` replaces any of them. */
export function signedHeaders(now: Date, token: string | null, extra: Record<string, string> = {}, pair = PAIR): Record<string, string> {
  const date = extra[HEADERS.date] ?? now.toISOString();
  const version = extra[HEADERS.version] ?? FRONT_VERSION;
  const id = extra[HEADERS.request_id] ?? crypto.randomUUID();
  const signed = Buffer.from(`${pair.key}:${signatureOf(pair, date, version, id)}`).toString("base64");
  return {
    "content-type": "application/json",
    [HEADERS.date]: date,
    [HEADERS.version]: version,
    [HEADERS.request_id]: id,
    [HEADERS.platform]: String(PLATFORM.console),
    authorization: `Basic ${signed}`,
    ...(token && { [HEADERS.token]: token }),
    ...extra,
  };
}

/** Calls as one signed-in worker, or as nobody. */
export class Client {
  readonly token: string | null;
  readonly id: number;
  private readonly send: Send;
  private readonly clock: () => Date;
  constructor(send: Send, clock: () => Date, token: string | null = null, id = 0) {
    this.send = send;
    this.clock = clock;
    this.token = token;
    this.id = id;
  }

  /** The whole answer, whatever it says. */
  async raw(name: string, input: unknown = {}, o: CallOptions = {}): Promise<RawAnswer> {
    const headers = signedHeaders(o.now ?? this.clock(), this.token, o.headers, o.pair);
    const answer = await this.send(`/api/${name}`, headers, o.text ?? JSON.stringify(input));
    if (answer.status === 200 && answer.ret === 0) assertAnswer(name, input, answer.body);
    return answer;
  }

  /** The body of a good answer; throws `Refused` otherwise. */
  async call<N extends EndpointName>(name: N, input: InputOf<N>, o: CallOptions = {}): Promise<OutputOf<N>> {
    const answer = await this.raw(name, input, o);
    if (answer.status !== 200 || answer.ret !== 0) throw new Refused(name, answer);
    return answer.body as OutputOf<N>;
  }

  /** The refusal of a call that must not succeed. */
  async refused<N extends EndpointName>(name: N, input: InputOf<N>, o: CallOptions = {}): Promise<Refused> {
    const answer = await this.raw(name, input, o);
    if (answer.status === 200 && answer.ret === 0) throw new Error(`${name} succeeded: ${JSON.stringify(answer.body)}`);
    return new Refused(name, answer);
  }
}
