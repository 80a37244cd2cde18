/**
 * The one client of the product API: signs, times out, shows what went wrong, and answers the body.
 *
 *   const page = await call("order_query", { page: 1 }, { loading: true });
 *
 * A rejection is always an `ApiError` whose message was already shown, unless `noToast` was given.
 */
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { FRONT_VERSION, PLATFORM, REQUEST_TIMEOUT_MS } from "@visadesk/contract/kit/constants.ts";
import { HEADERS, signText, type Issue, type RefusalBody } from "@visadesk/contract/kit/envelope.ts";
import { OTHER_STATUS_TEXT, statusText, TEXTS, type RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { askUpdate, startLoading, toast } from "./feedback.ts";
import { base64, hmacSha256, uuid } from "./hash.ts";

export interface CallOptions {
  /** Refusals and failures are left to the caller to show. */
  noToast?: boolean;
  /** Covers the page with 加载中 or this text until the answer. */
  loading?: boolean | string;
  authType?: keyof typeof AUTH_PLATFORM;
  signal?: AbortSignal;
  timeout?: number;
  /** Lets the call outlive the page; browsers allow that for small bodies only. */
  keepalive?: boolean;
}

export interface UploadOptions extends CallOptions {
  /** 0 to 1. */
  onProgress?: (part: number) => void;
}

const AUTH_PLATFORM = { console: PLATFORM.console, open: PLATFORM.partner, chat: PLATFORM.chat } as const;

/** Why a call failed. `status` is 0 when no answer came; `ret` is 0 for protocol errors. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly ret: number;
  readonly msg: string;
  readonly body: RefusalBody;
  readonly request_id: string;
  /** The caller or a page change ended the call; nothing was shown. */
  readonly aborted: boolean;
  constructor(fault: { status: number; ret?: number; msg: string; body?: unknown; request_id: string; aborted?: boolean }) {
    super(fault.msg);
    this.status = fault.status;
    this.ret = fault.ret ?? 0;
    this.msg = fault.msg;
    this.body = typeof fault.body === "object" && fault.body !== null ? (fault.body as RefusalBody) : {};
    this.request_id = fault.request_id;
    this.aborted = fault.aborted ?? false;
  }
  get code(): RefusalCode | undefined {
    return this.body.code;
  }
  /** Wrong fields of a 400 or a `bad_input`. */
  get issues(): readonly Issue[] {
    return this.body.issues ?? [];
  }
}

/** What the session store lends to the client; set once by session.ts. */
export interface ApiHost {
  token(): string | undefined;
  unauthorized(msg: string): void;
  roleVersion(version: number): void;
  /** Refusals that the shell answers with a dialog instead of a toast. */
  gate(code: "must_change_passwd" | "screen_locked" | "totp_setup_needed"): void;
}
let host: ApiHost = { token: () => undefined, unauthorized: () => {}, roleVersion: () => {}, gate: () => {} };
export const setApiHost = (h: ApiHost): void => void (host = h);

export interface CallRecord {
  path: string;
  status: number;
  ms: number;
  request_id: string;
  at: number;
}
const recent: CallRecord[] = [];
/** The last 20 calls, newest last, without any content. */
export const recentCalls = (): readonly CallRecord[] => recent;

let skewMs: number | null = null;
/** How far this computer's clock is ahead of the server's, by the last answer. */
export const clockSkewMs = (): number | null => skewMs;

let leaving = false;
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
}

function headersFor(requestId: string, options: CallOptions): { headers: Record<string, string>; token: string | undefined } {
  const key = import.meta.env.VITE_ACCESS_KEY;
  const date = new Date().toISOString();
  const authType = options.authType ?? "console";
  const token = authType === "console" ? host.token() : undefined;
  const signature = hmacSha256(import.meta.env.VITE_ACCESS_SECRET, signText(key, date, FRONT_VERSION, requestId));
  return {
    token,
    headers: {
      [HEADERS.version]: FRONT_VERSION,
      [HEADERS.date]: date,
      [HEADERS.request_id]: requestId,
      [HEADERS.platform]: String(AUTH_PLATFORM[authType]),
      authorization: `Basic ${base64(`${key}:${signature}`)}`,
      ...(token && { [HEADERS.token]: token }),
    },
  };
}

interface Answer {
  status: number;
  text: string;
  header(name: string): string | null;
}
type Send = (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Answer>;

const KEEPALIVE_CHARS = 20_000;

const sendJson =
  (input: unknown, keepalive: boolean): Send =>
  async (url, headers, signal) => {
    // What was typed and is no number is refused in the words of its field, not read as nothing.
    const body = JSON.stringify(input ?? {}, (_, v: unknown) => (Number.isNaN(v) ? "NaN" : v));
    const res = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      signal,
      cache: "no-store",
      keepalive: keepalive && body.length < KEEPALIVE_CHARS,
    });
    return { status: res.status, text: await res.text(), header: (name) => res.headers.get(name) };
  };

/** XMLHttpRequest, because fetch tells nothing about the progress of an upload. */
const sendForm =
  (form: FormData, onProgress?: (part: number) => void): Send =>
  (url, headers, signal) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = (e) => e.lengthComputable && onProgress?.(e.loaded / e.total);
      xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) });
      xhr.onerror = () => reject(new TypeError("upload failed"));
      xhr.onabort = () => reject(new DOMException("aborted", "AbortError"));
      signal.addEventListener("abort", () => xhr.abort());
      xhr.send(form);
    });

interface Parsed {
  ret: number;
  msg: string;
  body: unknown;
  whole: unknown;
}
function parse(text: string): Parsed | null {
  try {
    const whole: unknown = JSON.parse(text);
    if (typeof whole !== "object" || whole === null || !("ret" in whole) || typeof whole.ret !== "number") return null;
    const msg = "msg" in whole && typeof whole.msg === "string" ? whole.msg : "";
    return { ret: whole.ret, msg, body: "body" in whole ? whole.body : undefined, whole };
  } catch {
    return null;
  }
}

const FALLBACK_TEXTS: Readonly<Record<number, string>> = { 413: TEXTS.too_large, 415: TEXTS.bad_type };

function skewLine(): string {
  const minutes = skewMs === null ? 0 : Math.round(skewMs / 60_000);
  return minutes === 0 ? "" : `\n本机时间比服务器${minutes > 0 ? "快" : "慢"}${Math.abs(minutes)}分钟`;
}

function noteClock(answer: Answer): void {
  const served = Date.parse(answer.header("date") ?? "");
  if (!Number.isNaN(served)) skewMs = Date.now() - served;
}

function judge(answer: Answer, request_id: string): unknown {
  const parsed = parse(answer.text);
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (!parsed) throw new ApiError({ status, msg: OTHER_STATUS_TEXT, request_id });
    if (parsed.ret === 0) return parsed.body ?? parsed.whole;
    throw new ApiError({ status, ret: parsed.ret, msg: parsed.msg || OTHER_STATUS_TEXT, body: parsed.body, request_id });
  }
  const msg = parsed?.msg || (FALLBACK_TEXTS[status] ?? statusText(status)) + (status === 403 ? skewLine() : "");
  throw new ApiError({ status, msg, body: parsed?.body, request_id });
}

/** Says the error as the catalogue wants it. */
function tell(error: ApiError, token: string | undefined, options: CallOptions): void {
  if (error.aborted) return;
  if (error.status === 401) {
    if (token === host.token()) host.unauthorized(error.msg);
    return;
  }
  if (error.status === 426) return askUpdate();
  if (error.code === "must_change_passwd" || error.code === "screen_locked" || error.code === "totp_setup_needed")
    return host.gate(error.code);
  if (!options.noToast) toast.error(error.msg, { request_id: error.request_id });
}

async function transmit(path: string, send: Send, options: CallOptions): Promise<unknown> {
  const request_id = uuid();
  const { headers, token } = headersFor(request_id, options);
  const abort = new AbortController();
  const onAbort = () => abort.abort();
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(onAbort, options.timeout ?? REQUEST_TIMEOUT_MS);
  const endLoading = options.loading ? startLoading(options.loading) : undefined;
  const at = Date.now();
  let status = 0;
  try {
    const answer = await send(`/api/${path}`, headers, abort.signal);
    status = answer.status;
    noteClock(answer);
    const version = Number(answer.header(HEADERS.role_version) ?? NaN);
    // A refusal tells no version, and is the first thing seen of a role that lost a code.
    if (token && (status === 403 || !Number.isNaN(version))) host.roleVersion(status === 403 ? Infinity : version);
    return judge(answer, request_id);
  } catch (e) {
    const error =
      e instanceof ApiError
        ? e
        : new ApiError({ status: 0, msg: OTHER_STATUS_TEXT, request_id, aborted: leaving || (options.signal?.aborted ?? false) });
    tell(error, token, options);
    throw error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
    endLoading?.();
    recent.push({ path, status, ms: Date.now() - at, request_id, at });
    if (recent.length > 20) recent.shift();
  }
}

/** GET of a JSON file beside the product API: build config, address library, image info. */
export async function getJson(url: string, timeout = REQUEST_TIMEOUT_MS): Promise<unknown> {
  const res = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
  if (!res.ok) throw new Error(`${url} answered ${res.status}`);
  return res.json();
}

/** Calls an endpoint by its name; answers its body. */
export function call<N extends EndpointName>(name: N, input: InputOf<N>, options: CallOptions = {}): Promise<OutputOf<N>> {
  return transmit(name, sendJson(input, options.keepalive ?? false), options) as Promise<OutputOf<N>>;
}

/** Sends one file as multipart/form-data with its fields beside it. */
export function upload<N extends EndpointName>(
  name: N,
  file: Blob,
  fields: Record<string, string | number> = {},
  options: UploadOptions = {},
): Promise<OutputOf<N>> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  form.append("file", file, file instanceof File ? file.name : "file");
  return transmit(name, sendForm(form, options.onProgress), options) as Promise<OutputOf<N>>;
}
