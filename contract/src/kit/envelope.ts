/** The wire's envelope, headers and signature text. No zod here: the login page loads this. */
import type { RefusalCode } from "./errors.ts";

export interface Envelope<T = unknown> {
  ret: number;
  msg: string;
  body: T;
}

/** `body` of a refusal (ret ≠ 0) and of a 400. */
export interface RefusalBody {
  code?: RefusalCode;
  issues?: Issue[];
  [more: string]: unknown;
}

/** One wrong field: dotted path, label-bearing Chinese sentence. */
export interface Issue {
  path: string;
  message: string;
}

export const HEADERS = {
  version: "x-version",
  date: "x-date",
  request_id: "x-request-id",
  platform: "x-platform",
  token: "x-token",
  role_version: "x-role-version",
} as const;

/** The text that HMAC-SHA256(secret) signs: four lines, no trailing newline. */
export const signText = (key: string, date: string, version: string, requestId: string): string =>
  `${key}\n${date}\n${version}\n${requestId}`;

export interface LoginInfo {
  token: string;
  id: number;
  account: string;
}
