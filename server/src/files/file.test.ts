import { readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables } from "../testing/database.ts";
import { fileDesk } from "../testing/file-desk.ts";

const { db, clock, files, visible, paper, send, link, get, reset } = await fileDesk();
beforeEach(async () => {
  await emptyTables(db);
  reset();
});

const picture = (w = 60, h = 40, format: "png" | "jpeg" | "webp" = "png"): Promise<Buffer> =>
  sharp({ create: { width: w, height: h, channels: 3, background: "#3366cc" } })
    .toFormat(format)
    .toBuffer();
const PDF = Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
const half = (await picture(500, 500)).subarray(0, 200);
const EXE = Buffer.concat([Buffer.from("MZ\u0090\u0000"), Buffer.alloc(600)]);

describe("upload", () => {
  test("an image is stored with size and dimensions, once per content", async () => {
    const image = await picture();
    const first = await send(image, "护照首页.png");
    expect(first).toMatchObject({
      status: 200,
      ret: 0,
      body: { filename: "护照首页.png", content_type: "image/png", width: 60, height: 40, size: image.length },
    });
    const again = await send(image, "另一个名字.png");
    expect(again.body).toMatchObject({ key: first.body["key"], filename: "另一个名字.png" });
    expect(await db.selectFrom("files").select("key").execute()).toHaveLength(1);
    expect((await db.selectFrom("operation_logs").selectAll().execute()).map((l) => [l.kind, l.noun])).toEqual([
      ["write", "file"],
      ["write", "file"],
    ]);
  });

  test("the same bytes of somebody else are his too, under the name he gave them", async () => {
    const image = await picture();
    await send(image, "护照首页.png");
    const other = await send(image, "扫描件.png", "material", "u");
    expect(other.body).toMatchObject({ filename: "扫描件.png" });
    await send(image, "扫描件2.png", "material", "u");
    const uploads = await db.selectFrom("file_uploads").select(["worker_id", "filename"]).orderBy("worker_id").execute();
    expect(uploads).toEqual([
      { worker_id: 1, filename: "护照首页.png" },
      { worker_id: 2, filename: "扫描件2.png" },
    ]);
  });

  test("each purpose asks for its code; what was refused is not kept", async () => {
    paper.codes = ["order_view"];
    for (const [purpose, label] of Object.entries({ material: "资料", proof: "凭证", public_image: "公开图片", public_file: "公开文件" }))
      expect(await send(await picture(), "a.png", purpose)).toMatchObject({ status: 403, msg: `没有权限：上传${label}` });
    expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
    expect((await db.selectFrom("operation_logs").select(["kind", "reason"]).execute())[0]).toEqual({ kind: "denied", reason: "上传资料" });
    expect(await send(await picture(), "a.png", "note")).toMatchObject({ ret: 0 });
  });

  test("PDF, JPG and WebP are taken", async () => {
    expect(await send(PDF, "行程单.PDF")).toMatchObject({ ret: 0, body: { content_type: "application/pdf", width: null } });
    expect(await send(await picture(9, 9, "jpeg"), "a.jpeg")).toMatchObject({ ret: 0 });
    expect(await send(await picture(9, 9, "webp"), "a.webp")).toMatchObject({ ret: 0 });
  });

  test.each([
    ["a renamed program", EXE, "护照.png"],
    ["a renamed program as PDF", EXE, "a.pdf"],
    ["a script in SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"), "a.svg"],
    ["a page", Buffer.from("<!doctype html><script>1</script>"), "a.html"],
    ["an archive", Buffer.from("PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaa"), "a.pdf"],
    ["nothing", Buffer.alloc(0), "a.png"],
    ["a PDF named PNG", PDF, "a.png"],
    ["a PDF without extension", PDF, "pdf"],
    ["a PDF with a double extension", PDF, "a.pdf.exe"],
    ["half a picture", half, "a.png"],
  ])("%s is refused with a reason", async (_what, data, name) => {
    const answer = await send(data, name);
    expect(answer.status).toBe(415);
    expect(answer.msg).toMatch(/^文件不符合要求：.+/);
    expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
  });

  test("too large is 413 with the limit: of its purpose, and of any purpose", async () => {
    const big = Buffer.concat([PDF, Buffer.alloc(5 * 1_048_576)]);
    expect(await send(big, "a.pdf")).toMatchObject({ status: 413, msg: "文件过大，资料最大5MB" });
    expect(await send(Buffer.concat([PDF, Buffer.alloc(11 * 1_048_576)]), "a.pdf")).toMatchObject({ status: 413 });
    expect(await send(big, "a.pdf", "result")).toMatchObject({ status: 200, ret: 0 });
  });

  test("a pixel bomb is refused fast", async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#fff" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    expect((await send(bomb, "a.png")).status).toBe(415);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
  });

  test("what everybody may see loses its metadata", async () => {
    const withPlace = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#fff" } })
      .jpeg()
      .withExif({ IFD0: { Artist: "somebody" } })
      .toBuffer();
    const { body } = await send(withPlace, "banner.jpg", "public_image");
    expect(String(body["key"])).toMatch(/^public\//);
    const shown = await get(`/storage/${String(body["key"])}`);
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    for (const purpose of ["public_image", "public_product"]) expect(await send(PDF, "a.pdf", purpose)).toMatchObject({ status: 415 });
  });

  test("without a session, a file or a purpose nothing is taken in", async () => {
    expect((await send(await picture(), "a.png", "material", "")).status).toBe(401);
    expect((await send(await picture(), "a.png", "weird")).status).toBe(400);
    expect(readdirSync(path.join(os.tmpdir())).some((n) => n === "a.png")).toBe(false);
  });
});

describe("private files", () => {
  const stored = async (): Promise<string> => String((await send(await picture(), "a.png")).body["key"]);

  test("are served by a signed address only, for a minute, and each asking is logged", async () => {
    const key = await stored();
    visible.push(key);
    expect((await get(`/storage/${key}`)).statusCode).toBe(403);
    const { body } = await link(key);
    const url = String(body["url"]);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(answer.headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect((await get(url.replace(/s=.{4}/, "s=AAAA"))).statusCode).toBe(403);
    const log = await db.selectFrom("operation_logs").selectAll().where("endpoint", "=", "file_link_get").executeTakeFirstOrThrow();
    expect(log).toMatchObject({ kind: "file", noun: "applicant", noun_id: "7", noun_no: "V-01", subject_ids: [7], reason: null });
    expect(log.changes).toEqual([{ field: "file", label: "护照首页", before: null, after: null }]);
    clock.advance(61_000);
    expect((await get(url)).statusCode).toBe(403);
  });

  test("the area's door decides; a missing file and a hidden one answer alike", async () => {
    const key = await stored();
    expect(await link(key)).toMatchObject({ ret: 5 });
    visible.push(key);
    expect(await link(key, "applicant", 8)).toMatchObject({ ret: 5 });
    expect(await link(key, "order")).toMatchObject({ ret: 5 });
    expect(await link("private/aa/missing00.png")).toMatchObject({ ret: 5 });
  });

  test("without the record's code nothing is told, an identity paper asks for a second one", async () => {
    const key = await stored();
    visible.push(key);
    paper.codes = ["elec"];
    expect(await link(key)).toMatchObject({ ret: -1, msg: "没有权限：订单查看" });
    paper.codes = ["order_view"];
    expect(await link(key)).toMatchObject({ ret: -1, msg: "没有权限：查看完整个人信息" });
    expect((await db.selectFrom("operation_logs").select("kind").where("kind", "=", "file").execute()).length).toBe(0);
    paper.isIdentity = false;
    expect(await link(key)).toMatchObject({ ret: 0 });
    paper.isIdentity = true;
    for (const more of ["order_process", "personal_reveal"] as const) {
      paper.codes = ["order_view", more];
      expect(await link(key)).toMatchObject({ ret: 0 });
    }
  });

  test("are named as on the record, else by what they are; never as their uploader named them", async () => {
    const key = String((await send(await picture(), "张三 E12345678.png", "material", "u")).body["key"]);
    visible.push(key);
    expect((await link(key)).body["filename"]).toBe("护照首页.png");
    paper.ownName = "首页.png";
    expect((await link(key)).body["filename"]).toBe("首页.png");
  });

  test("are saved under the name of the paper and whose it is; the name is signed too", async () => {
    const key = String((await send(PDF, "张三 E12345678.pdf")).body["key"]);
    visible.push(key);
    const url = String((await link(key)).body["url"]);
    const name = encodeURIComponent("护照首页-V-01.pdf");
    expect((await get(url)).headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''${name}`);
    expect((await get(url.replace(name, "x.pdf"))).statusCode).toBe(403);
  });

  test("PDF is never shown inline", async () => {
    const key = String((await send(PDF, "a.pdf")).body["key"]);
    expect((await get(files.link(key, 60, clock.now()))).headers["content-disposition"]).toBe("attachment");
  });
});

describe("pictures", () => {
  const put = async (): Promise<string> =>
    `/storage/${String((await send(await picture(413, 531, "jpeg"), "a.jpg", "public_image")).body["key"])}`;

  test("image/info answers size, format, height and width as texts, cacheable for ever", async () => {
    const url = await put();
    const size = (await get(url)).rawPayload.length;
    const answer = await get(`${url}?x-oss-process=image/info`);
    expect(answer.json()).toEqual({
      FileSize: { value: String(size) },
      Format: { value: "jpg" },
      ImageHeight: { value: "531" },
      ImageWidth: { value: "413" },
    });
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("image/resize makes it smaller, in few widths, never larger", async () => {
    const url = await put();
    const width = async (w: number) => (await sharp((await get(`${url}?x-oss-process=image/resize,w_${w}`)).rawPayload).metadata()).width;
    expect(await width(96)).toBe(96);
    expect(await width(100)).toBe(96);
    expect(await width(4000)).toBe(413);
  });

  test.each(["image/resize,w_0", "image/resize,w_99999", "image/resize,w_1;http://x", "style/x", "image/info,http://169.254.169.254"])(
    "%s is refused",
    async (process) => {
      expect((await get(`${await put()}?x-oss-process=${encodeURIComponent(process)}`)).statusCode).toBe(400);
    },
  );

  test("no image: 400; unknown and escaping keys: 404; private without signature: 403", async () => {
    const key = String((await send(PDF, "a.pdf")).body["key"]);
    expect((await get(`${files.link(key, 60, clock.now())}&x-oss-process=image/info`)).statusCode).toBe(400);
    for (const bad of ["public/aa/none.png", "..%2f..%2fetc%2fpasswd", "public/..%2f..%2fx.png", "%00", "public/http:%2f%2fx.png"])
      expect((await get(`/storage/${bad}`)).statusCode).toBe(404);
    expect((await get(`/storage/${key}?x-oss-process=image/info`)).statusCode).toBe(403);
  });
});
