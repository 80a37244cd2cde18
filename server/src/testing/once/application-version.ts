/** Body of once.test.ts for publishing a form: a draft of what is in force, tried with somebody. */
import { raw, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

export function applicationVersionOnce(app: () => TestApp, applicant: () => Promise<number>) {
  return {
    bodies: {
      application_version_publish: async () => {
        const admin = await app().as("admin");
        const live = await row<{ id: number }>(
          app().db,
          raw("select id from application_versions where state = 'published' order by id limit 1"),
        );
        const { application_id, sections } = await admin.call("application_version_get", { id: live?.id ?? 0 });
        const { id, version } = await admin.call("application_version_save", { application_id, id: null, version: 0, sections, note: "" });
        await admin.call("application_version_preview", { id, applicant_id: await applicant() });
        return { id, version };
      },
    },
    other: { application_version_publish: { version: 99 } },
  };
}
