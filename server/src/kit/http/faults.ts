/** What a thrown error becomes on the wire. Expected ones keep their sentence, the rest becomes 500 with the request id. */
import { refusals, statusText, TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { Envelope } from "@visadesk/contract/kit/envelope.ts";
import { HttpError, Refusal } from "./refuse.ts";

export interface WireAnswer {
  status: number;
  envelope: Envelope;
  headers: Record<string, string>;
  /** A bug: logged with its stack. */
  fault: boolean;
}

interface Coded {
  code?: unknown;
  message?: unknown;
  statusCode?: unknown;
}
const codeOf = (e: unknown): string =>
  e && typeof e === "object" && typeof (e as Coded).code === "string" ? ((e as Coded).code as string) : "";

const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|57P0[123]|57014|53300|53400|08...)$/;
/** The database is away, restarting or too slow. */
export const isAway = (e: unknown): boolean =>
  AWAY.test(codeOf(e)) ||
  (e instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|server closed the connection/i.test(
      e.message,
    ));

const httpAnswer = (status: number, msg: string | null, body: unknown = null, headers: Record<string, string> = {}): WireAnswer => ({
  status,
  headers,
  fault: false,
  envelope: { ret: -1, msg: msg ?? "", body },
});
const refusalAnswer = (code: keyof typeof refusals, msg: string): WireAnswer => ({
  status: 200,
  headers: {},
  fault: false,
  envelope: { ret: refusals[code][0], msg, body: { code } },
});

/** Disk, quota or object store is full, or the disk of the database. */
const FULL: Readonly<Record<string, string>> = { ENOSPC: TEXTS.no_room_for_file, EDQUOT: TEXTS.no_room_for_file, 53100: TEXTS.no_room };
/** SQLSTATEs that mean the input could not be stored as it is. */
const BAD_INPUT = /^(22003|22007|22008|22009|22021|22P02|22P05|54000)$/;
const FASTIFY: Readonly<Record<string, [number, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "文件过大"],
  FST_REQ_FILE_TOO_LARGE: [413, "文件过大"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "不支持的文件类型"],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, "不支持的文件类型"],
};

export function answerOf(error: unknown, requestId: string): WireAnswer {
  if (error instanceof Refusal)
    return { status: 200, headers: {}, fault: false, envelope: { ret: error.ret, msg: error.message, body: error.body } };
  if (error instanceof HttpError) return httpAnswer(error.status, error.msg, error.body, error.headers);
  if (isAway(error)) return httpAnswer(503, `${statusText(503)}（请求号 ${requestId}）`);
  const code = codeOf(error);
  // Nobody but the host can mend it: it stands in the log like a fault.
  const full = FULL[code];
  if (full) return { ...httpAnswer(507, full), fault: true };
  if (code === "23505") return refusalAnswer("duplicate", "记录已存在，请刷新后再试");
  if (code === "40001" || code === "40P01" || code === "55P03") return refusalAnswer("state_changed", "状态已变化，请刷新后再试");
  if (BAD_INPUT.test(code)) return httpAnswer(400, "填写内容无法保存，请检查特殊字符和数值");
  const known = FASTIFY[code];
  if (known) return httpAnswer(known[0], known[1]);
  const status = error && typeof error === "object" ? (error as Coded).statusCode : undefined;
  if (typeof status === "number" && status >= 400 && status < 500) return httpAnswer(status, statusText(status));
  return { ...httpAnswer(500, `${statusText(500)}（请求号 ${requestId}）`), fault: true };
}
