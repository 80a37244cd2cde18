import { regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import type { Opened } from "#kit/opened.ts";

export const settingOpened = {
  worker: { may: workerApi.worker_query.may, from: "workers w", id: "w.id" },
  role: { may: roleApi.role_get.may, from: "roles r", id: "r.id" },
  region_owner: { may: regionOwnerApi.region_owner_get.may, from: "region_owners r", id: "r.id" },
} satisfies Record<string, Opened>;
