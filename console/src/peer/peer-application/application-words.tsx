/** Words, cells and addresses of an application that its screens share. */
import { StateTag } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import type { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { CHECK_RESULTS, PEER_SOURCES } from "@visadesk/contract/peer/peer/peer.words.ts";

export type Application = Output<typeof peerApplicationApi.peer_application_query>["list"][number];
export type ApplicationDetail = Output<typeof peerApplicationApi.peer_application_get>;
export type Check = ApplicationDetail["checks"][number];

export const applicationHref = (a: { id: number }): string => to("peer-applicant-view", { id: a.id });
export const isOpenApplication = (a: Pick<Application, "application_status">): boolean =>
  a.application_status === "pending" || a.application_status === "returned";
export const sourceText = (a: Pick<Application, "source" | "source_text">): string =>
  a.source_text === "" ? PEER_SOURCES[a.source] : `${PEER_SOURCES[a.source]}·${a.source_text}`;

const CHECK_TONES: Readonly<Record<Check["result"], Tone>> = { ok: "green", warn: "orange", bad: "red" };
export const CheckTag = ({ result }: Pick<Check, "result">) => <StateTag tone={CHECK_TONES[result]}>{CHECK_RESULTS[result]}</StateTag>;
