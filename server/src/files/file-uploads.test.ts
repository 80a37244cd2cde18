/** The migration that gave every uploader a row of his own. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { orderDesk } from "../testing/make/order.ts";

const migration = readFileSync(new URL("../../migrations/0039_file_uploads.sql", import.meta.url), "utf8");

test("who uploaded a file keeps it and its name; a paper bears no name that somebody else gave", async () => {
  const desk = await orderDesk();
  const { db, pool } = desk.database;
  const order = await desk.order();
  const paper = (await desk.person(order.people[0] ?? 0)).materials[0];
  await pool.query(`drop table file_uploads; delete from files;
    alter table files add column filename text not null default '', add column created_by bigint;
    create index files_worker on files (created_by)`);
  const now = desk.clock.now();
  const [manager, expert] = [desk.staff.get("manager") ?? 0, desk.staff.get("expert") ?? 0];
  await rows(
    db,
    q`insert into files (key, is_private, sha256, size, content_type, filename, created_by, created_at) values
      ('private/aa/passport.jpg', true, 'a', 1, 'image/jpeg', '王小明.jpg', ${manager}, ${now}), ('private/bb/demo.jpg', true, 'b', 1, 'image/jpeg', '演示.jpg', null, ${now})`,
  );
  await rows(
    db,
    q`insert into material_files (material_id, file, filename, size, page_no, uploaded_by, created_at) values
      (${paper?.id}, 'private/aa/passport.jpg', '王小明.jpg', 1, 1, ${manager}, ${now}), (${paper?.id}, 'private/aa/passport.jpg', '王小明.jpg', 1, 2, ${expert}, ${now}),
      (${paper?.id}, 'private/bb/demo.jpg', '演示.jpg', 1, 3, null, ${now}), (${paper?.id}, '', '已清理', 1, 4, ${expert}, ${now})`,
  );
  await pool.query(migration);
  expect(await rows(db, q`select f.key, u.worker_id, u.filename from file_uploads u join files f on f.id = u.file_id`)).toEqual([
    { key: "private/aa/passport.jpg", worker_id: manager, filename: "王小明.jpg" },
  ]);
  const names = await rows<{ filename: string }>(
    db,
    q`select filename from material_files where material_id = ${paper?.id} order by page_no`,
  );
  expect(names.map((n) => n.filename)).toEqual(["王小明.jpg", `${paper?.name}.jpg`, "演示.jpg", "已清理"]);
});
