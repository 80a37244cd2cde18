/** `GET /storage/export/{token}`: an export file, once, for the session that asked and while its worker may still see the list. */
import type { FastifyInstance } from "fastify";
import type { Clock } from "#kit/clock.ts";
import type { Db } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { HttpError } from "#kit/http/refuse.ts";
import type { Serving } from "#kit/call/serve.ts";
import { principalOfSession } from "../account/index.ts";
import { assertMayExport, listFor, fileNameOf, hashOf } from "./export.ts";
import { takeLink } from "./export.sql.ts";

export interface ExportRouteParts {
  db: Db;
  files: FileStore;
  clock: Clock;
  lists: Serving;
}

export function exportRoute({ db, files, clock, lists }: ExportRouteParts): (app: FastifyInstance) => void {
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
      assertMayExport(listFor(lists, task.endpoint), who);
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
