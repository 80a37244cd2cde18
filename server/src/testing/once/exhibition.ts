/** Bodies of once.test.ts for exhibitions and their leads. */
import type { Client } from "../client.ts";
import { fairBody, leadBody, leadMobile, makeFair } from "../make/exhibition.ts";

export function exhibitionOnce(admin: () => Client) {
  const fair = async (): Promise<number> => (await makeFair(admin())).id;
  const row = () => ({ company: "南京行者旅行社", name: "", mobile: leadMobile(), title: "", interest: "", note: "" });
  return {
    bodies: {
      peer_exhibition_add: () => Promise.resolve(fairBody(admin().id)),
      exhibition_lead_add: async () => leadBody(await fair()),
      exhibition_lead_import: async () => ({ exhibition_id: await fair(), rows: [row()], dry_run: false }),
    },
    other: {
      peer_exhibition_add: { booth: "B2" },
      exhibition_lead_add: { company: "另一家旅行社" },
      exhibition_lead_import: { dry_run: true },
    },
  };
}
