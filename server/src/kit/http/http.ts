/** The HTTP face: one POST route for every endpoint, stored files, health, the built console. Business lives in run.ts. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import { FRONT_VERSION, JSON_LIMITS, PLATFORM, type Platform } from "@visadesk/contract/kit/constants.ts";
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { parseBody } from "./body.ts";
import { serveConsole } from "./console-files.ts";
import type { Principal } from "../call/context.ts";
import { answerOf } from "./faults.ts";
import { assertCall, SeenIds, type SigningPair } from "./gate.ts";
import { HttpError } from "./refuse.ts";
import { runCall, type AppParts, type Call } from "../call/run.ts";
import { receiveUpload } from "../files/upload.ts";
import { WorkFolder } from "../files/work-files.ts";

export interface HttpParts extends AppParts {
  pairs: readonly SigningPair[];
  /** Built console; null while the development server serves it. */
  consoleDir: string | null;
  demo: boolean;
  trustedProxies: readonly string[];
  /** Hosts the console may fetch the address library from; asked for every answer. */
  addrHosts(): readonly string[];
  tls: boolean;
  ready(): Promise<{ ok: boolean; detail: Record<string, unknown> }>;
  openapi(): unknown;
  /** Called once per answered call. */
  observe?(call: {
    name: string;
    status: number;
    ret: number;
    ms: number;
    principal: Principal | null;
    request_id: string;
    bytes: number;
  }): void;
  plugins?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

/** Below it a compressed answer saves no packet; level 1 takes about 0.1 ms of a pool's thread for a page of a list, higher ones save little. */
const PACK_BYTES = 1024;
const PACK_LEVEL = 1;
const takesGzip = (accepted: string | undefined): boolean => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted ?? "");
const packed = promisify((bytes: Buffer, done: (error: Error | null, packed: Buffer) => void) => gzip(bytes, { level: PACK_LEVEL }, done));

const PLATFORMS: ReadonlySet<number> = new Set(Object.values(PLATFORM));
const textHeader = (req: FastifyRequest, name: string): string => {
  const v = req.headers[name];
  return typeof v === "string" ? v : "";
};

function platformOf(req: FastifyRequest): Platform {
  const n = Number(textHeader(req, HEADERS.platform) || PLATFORM.console);
  if (!PLATFORMS.has(n)) throw new HttpError(403, TEXTS.wrong_platform);
  return n as Platform;
}

/** Builds the server; the caller listens and closes. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: JSON_LIMITS.bytes,
    trustProxy: parts.trustedProxies.length ? [...parts.trustedProxies] : false,
    requestTimeout: 55_000,
    keepAliveTimeout: 5_000,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: "idle",
  });
  await secure(app, parts);
  await app.register(multipart, { throwFileSizeLimit: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_req, text, done) => {
    try {
      done(null, parseBody(String(text)));
    } catch (e) {
      done(e as Error);
    }
  });
  const seen = new SeenIds();
  app.post("/api/*", { bodyLimit: JSON_LIMITS.bytes }, (req, reply) => answerCall(parts, seen, req, reply));
  app.setErrorHandler((error, req, reply) => {
    const id = textHeader(req, HEADERS.request_id).slice(0, 60);
    const answer = answerOf(error, id);
    if (answer.fault) parts.onFault?.(error, id);
    // As text with its type: a file that broke before its first byte has set the type of the file.
    return reply
      .code(answer.status)
      .headers({ ...answer.headers, "cache-control": "no-store" })
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(answer.envelope));
  });
  health(app, parts);
  for (const plugin of parts.plugins ?? []) await plugin(app);
  await serveConsole(app, parts.consoleDir);
  return app;
}

/** The security headers are the same for every answer: helmet makes them once, by answering one call of its own. */
async function secure(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const once = fastify({ logger: false });
  await once.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The second is what cleans rich text before it is drawn.
        trustedTypes: ["default", "dompurify"],
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    strictTransportSecurity: parts.tls,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  once.get("/", (_req, reply) => reply.code(204).send());
  const { headers } = await once.inject("/");
  await once.close();
  const { date: _date, connection: _connection, ...constant } = headers;
  const policies = new Map<string, string>();
  const policyFor = (hosts: readonly string[]): string => {
    const key = hosts.join(" ");
    const known = policies.get(key);
    if (known !== undefined) return known;
    const sources = ["connect-src 'self'", ...hosts.map((h) => `https://${h}`)].join(" ");
    const made = String(constant["content-security-policy"]).replace("connect-src 'self'", sources);
    policies.clear();
    policies.set(key, made);
    return made;
  };
  app.addHook("onRequest", (_req, reply, done) => {
    reply.headers({ ...constant, "content-security-policy": policyFor(parts.addrHosts()) });
    done();
  });
}

/** What was received for a call is gone before its answer leaves. */
async function ranWith<T>(received: WorkFolder, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    await received.remove();
  }
}

async function answerCall(parts: HttpParts, seen: SeenIds, req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const started = performance.now();
  const name = (req.params as { "*": string })["*"];
  let requestId = textHeader(req, HEADERS.request_id).slice(0, 60);
  let principal: Principal | null = null;
  const received = new WorkFolder();
  // The clock that the call's date is judged by; the console tells from it how far off its own is.
  const date = parts.clock.now().toUTCString();
  reply.header("cache-control", "no-store").header("date", date).header(HEADERS.request_id, requestId);
  const finish = async (status: number, envelope: { ret: number; msg: string; body: unknown }): Promise<FastifyReply> => {
    // As bytes: a text would be walked for its length and once more to be sent.
    const bytes = Buffer.from(JSON.stringify(envelope));
    parts.observe?.({
      name: parts.serving[name] ? name : "unknown",
      status,
      ret: envelope.ret,
      ms: performance.now() - started,
      principal,
      request_id: requestId,
      bytes: bytes.length,
    });
    reply.code(status).type("application/json; charset=utf-8").header("vary", "accept-encoding");
    if (bytes.length < PACK_BYTES || !takesGzip(req.headers["accept-encoding"])) return reply.send(bytes);
    return reply.header("content-encoding", "gzip").send(await packed(bytes));
  };
  try {
    if (!parts.serving[name]) throw new HttpError(404, null);
    requestId = assertCall(req.headers, parts.pairs, seen, parts.clock.now());
    const call: Call = {
      name,
      body: req.body ?? {},
      request_id: requestId,
      platform: platformOf(req),
      token: textHeader(req, HEADERS.token),
      headers: req.headers as Readonly<Record<string, string | undefined>>,
      ip: req.ip,
      agent: textHeader(req, "user-agent"),
      ...(req.isMultipart() && { upload: () => receiveUpload(req, received) }),
    };
    const answer = await ranWith(received, () => runCall(parts, call));
    principal = answer.principal;
    for (const [k, v] of Object.entries(answer.headers)) reply.header(k, v);
    if (principal) reply.header(HEADERS.role_version, String(principal.role_version));
    return await finish(200, { ret: 0, msg: "", body: answer.body ?? null });
  } catch (error) {
    const answer = answerOf(error, requestId);
    if (answer.fault) parts.onFault?.(error, requestId);
    reply.headers(answer.headers);
    return finish(answer.status, answer.envelope);
  }
}

function health(app: FastifyInstance, parts: HttpParts): void {
  app.get("/healthz", (_req, reply) => reply.header("cache-control", "no-store").send({ ok: true }));
  let checked: { at: number; answer: Promise<{ ok: boolean; detail: Record<string, unknown> }> } | null = null;
  app.get("/readyz", async (req, reply) => {
    if (!checked || Date.now() - checked.at > 1000) checked = { at: Date.now(), answer: parts.ready() };
    const { ok, detail } = await checked.answer;
    const local = req.ip === "127.0.0.1" || req.ip === "::1";
    return reply
      .code(ok ? 200 : 503)
      .header("cache-control", "no-store")
      .send(local ? { ok, ...detail } : { ok });
  });
  let document: string | null = null;
  app.get("/openapi.json", (_req, reply) => reply.type("application/json").send((document ??= JSON.stringify(parts.openapi()))));
  app.get("/build-config.json", (_req, reply) => reply.header("cache-control", "no-store").send(buildConfig(parts)));
}

/** Version and time of the console that is served now; read anew, so a new build is seen without a restart. */
function buildConfig(parts: HttpParts): Record<string, unknown> {
  const file = parts.consoleDir && path.join(parts.consoleDir, "build-config.json");
  const built =
    file && existsSync(file)
      ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>)
      : { version: FRONT_VERSION, time: "dev" };
  return parts.demo ? { ...built, demo: true } : built;
}
