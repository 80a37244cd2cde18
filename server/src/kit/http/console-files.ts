/** The built console: its files as the caller takes them (br, gzip, plain), the one page for every route, nothing behind a dot. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import fastifyStatic from "@fastify/static";

const PAGE = "index.html";
/** What the build keeps for itself: its manifest and the hash of its sources. */
const HIDDEN = /(^|\/)(\.|%2e)/i;
const isFile = (url: string): boolean => !url.endsWith("/") && !HIDDEN.test(url);
const isPage = (url: string): boolean => !/^\/(api|storage)\//.test(url) && !path.extname(url) && !HIDDEN.test(url);

/** Without a build (the development server has it) there is neither page nor file. */
export async function serveConsole(app: FastifyInstance, dir: string | null): Promise<void> {
  const built = dir !== null && existsSync(dir);
  if (built) {
    await app.register(fastifyStatic, {
      root: dir,
      preCompressed: true,
      index: false,
      wildcard: true,
      dotfiles: "ignore",
      // A folder is no file: without a compressed answer to prefer it would be refused with 403, the root among them.
      allowedPath: isFile,
      setHeaders: (reply, file) =>
        void reply.header(
          "cache-control",
          file.includes(`${path.sep}assets${path.sep}`) ? "public, max-age=31536000, immutable" : "no-cache",
        ),
    });
  }
  app.setNotFoundHandler((req, reply) => {
    const reads = req.method === "GET" || req.method === "HEAD";
    if (built && reads && isPage(req.url.split("?")[0] ?? "")) return reply.sendFile(PAGE);
    return reply.code(404).header("cache-control", "no-store").send({ ret: -1, msg: "", body: null });
  });
}
