/** Bodies of once.test.ts for applications of peers; handed in by somebody else than who decides. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { applicationBody, ApplicationDesk } from "../make/peer-application.ts";
import { workerId } from "../make/supplier.ts";

export function peerApplicationOnce(app: () => TestApp, admin: () => Client) {
  const waiting = async (): Promise<{ id: number; version: number }> => {
    const { id, version } = await new ApplicationDesk(app(), await app().as("business_1"), admin()).handedIn();
    return { id, version };
  };
  const another = { version: 99 };
  return {
    bodies: {
      peer_application_add: async () => applicationBody(app().db, 9_001, await workerId(app().db, "admin"), app().clock.now()),
      peer_application_approve: async () => ({ rows: [await waiting()] }),
      peer_application_return: async () => ({ ...(await waiting()), items: ["business_licence" as const], reason: "照片不清楚" }),
      peer_application_reject: async () => ({ rows: [await waiting()], reason_code: "risk" as const, reason: "有多起投诉" }),
    },
    other: {
      peer_application_add: { note: "另一家" },
      peer_application_approve: { level_id: "V2" as const },
      peer_application_return: another,
      peer_application_reject: { reason: "另一个原因" },
    },
  };
}
