/** A few pictures that stand for what customers upload: drawn here, stored once, named by many papers. */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Db } from "#kit/db.ts";
import type { FileStore } from "#kit/files.ts";
import { withWorkFile } from "#kit/work-files.ts";

export interface DemoFile {
  key: string;
  filename: string;
  size: number;
}

const page = (title: string, lines: readonly string[], w: number, h: number, tint: string): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <rect width="100%" height="100%" fill="${tint}"/><rect x="24" y="24" width="${w - 48}" height="${h - 48}" fill="#fff" stroke="#c9d3e0"/>
    <text x="56" y="92" font-size="34" font-family="Noto Sans CJK SC, sans-serif" fill="#24364d">${title}</text>
    ${lines.map((l, i) => `<text x="56" y="${160 + i * 46}" font-size="24" font-family="Noto Sans CJK SC, sans-serif" fill="#51637a">${l}</text>`).join("")}
    <text x="${w / 2}" y="${h - 60}" text-anchor="middle" font-size="28" fill="#b8c4d3" font-family="Noto Sans CJK SC, sans-serif">DEMO 演示</text>
  </svg>`;
const passport = (n: number): string =>
  page(
    "PASSPORT  CHN",
    ["SPECIMEN", `No. DEMO-${n}`, "P&lt;CHNDEMO&lt;&lt;PERSON&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;"],
    1200,
    840,
    ["#e6eef7", "#efe9e1", "#e8f1e8"][n % 3] ?? "#eee",
  );
const photo = (n: number): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="413" height="531"><rect width="100%" height="100%" fill="#ffffff"/>
    <circle cx="206" cy="200" r="92" fill="${["#e3b58f", "#d7a27a", "#eac3a2"][n % 3]}"/><path d="M60 531c10-150 80-190 146-190s136 40 146 190z" fill="${["#34506f", "#5b3f55", "#3d5d46"][n % 3]}"/></svg>`;

/** kind of paper (6 = result) → drawings */
const DRAWINGS: readonly [number, string, (n: number) => string][] = [
  [
    1,
    "资料",
    (n) =>
      n === 0
        ? passport(n)
        : page(
            ["银行流水", "在职证明", "户口本"][n % 3] ?? "资料",
            ["演示文件，非真实资料", "日期 2026-10-01", "盖章 DEMO"],
            1000,
            1400,
            "#eef1f5",
          ),
  ],
  [4, "照片", photo],
  [6, "电子签证", (n) => page("E-VISA", [`Visa No. DEMO-${n}`, "演示文件，非真实签证"], 1000, 1400, "#eaf4ee")],
];

async function store(db: Db, files: FileStore, name: string, svg: string, now: Date): Promise<DemoFile> {
  const { default: sharp } = await import("sharp");
  const image = await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer({ resolveWithObject: true });
  const sha256 = createHash("sha256").update(image.data).digest("hex");
  const filename = `${name}.jpg`;
  const known = await db
    .selectFrom("files")
    .select(["key", "size"])
    .where("sha256", "=", sha256)
    .where("is_private", "=", true)
    .executeTakeFirst();
  if (known) return { ...known, filename };
  const key = `private/${sha256.slice(0, 2)}/${randomUUID().replaceAll("-", "")}.jpg`;
  await withWorkFile(async (at) => {
    await writeFile(at, image.data, { mode: 0o600 });
    await files.put(key, at, "image/jpeg");
  });
  const { width, height, size } = image.info;
  await db
    .insertInto("files")
    .values({ key, is_private: true, sha256, size, content_type: "image/jpeg", width, height, created_at: now })
    .execute();
  return { key, filename, size };
}

/** Stores the drawings and answers them by kind of paper. */
export async function demoFiles(db: Db, files: FileStore, now: Date): Promise<ReadonlyMap<number, readonly DemoFile[]>> {
  const made = new Map<number, DemoFile[]>();
  for (const [kind, name, draw] of DRAWINGS)
    for (const n of [0, 1, 2]) made.set(kind, [...(made.get(kind) ?? []), await store(db, files, `${name}${n + 1}`, draw(n), now)]);
  return made;
}
