/** `GET /storage/export/{token}`: an export file, once, for the session that asked and while its worker may still see the list. */
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import type { FileStore } from "../files/files.ts";
import { HttpError } from "../http/refuse.ts";
import type { Serving } from "../call/serve.ts";
import type { Principal } from "../call/context.ts";
import type { Platform } from "@visadesk/contract/kit/constants.ts";
import { assertMayExport, listFor } from "./export-ask.ts";
import { fileNameOf, hashOf } from "./export.ts";
import { takeLink } from "./export.sql.ts";

export interface ExportRouteParts {
  db: Db;
  files: FileStore;
  clock: Clock;
  lists: Serving;
  /** Who a session is, where it still stands; offered by the account area. */
  principalOfSession: (
    db: Db,
    session: number,
    call: { headers: Readonly<Record<string, string | undefined>>; platform: Platform; now: Date },
  ) => Promise<Principal | null>;
}

export function exportRoute({ db, files, clock, lists, principalOfSession }: ExportRouteParts): (app: FastifyInstance) => void {
  const gone = (): HttpError => new HttpError(403, "链接无效或已使用，请重新下载");
  return (app) =>
    void app.get<{ Params: { token: string } }>("/storage/export/:token", { exposeHeadRoute: false }, async (req, reply) => {
      const now = clock.now();
      const task = await takeLink(db, hashOf(req.params.token), now);
      if (!task?.file_key) throw gone();
      const cookie = req.headers.cookie;
      const who = await principalOfSession(db, task.link_session_id, {
        headers: { ...(cookie !== undefined && { cookie }) },
        platform: 25,
        now,
      });
      if (!who || who.worker_id !== task.worker_id) throw gone();
      assertMayExport(listFor(lists, task.endpoint), who, task.is_masked);
      const file = await files.get(task.file_key);
      if (!file) throw new HttpError(404, "文件不存在");
      return reply
        .header("cache-control", "no-store")
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header(
          "content-disposition",
          `attachment; filename="${task.export_no}.${task.format}"; filename*=UTF-8''${encodeURIComponent(fileNameOf(task))}`,
        )
        .header("content-length", file.size)
        .type(file.contentType)
        .send(file.stream);
    });
}
