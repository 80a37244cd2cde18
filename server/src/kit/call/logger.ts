/** JSON lines on standard output. Secrets and what a database error quotes from rows never reach them. */
import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "../config.ts";

export type { Logger };

const SECRETS = ["passwd", "password", "token", "secret", "authorization", "cookie", "totp_secret"];
const PERSONAL = ["mobile", "passport_no", "id_card_no", "contact_mobile", "contact_email"];
const paths = [...SECRETS, ...PERSONAL].flatMap((name) => [name, `*.${name}`, `*["x-${name}"]`]);

/** Opens the log; `to` replaces standard output. */
export const openLog = (level: LogLevel, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...paths, "err.detail", "err.where", "err.parameters", "err.internalQuery"], censor: "[hidden]" },
    },
    ...(to ? [to] : []),
  );
