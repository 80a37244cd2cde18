import { applicationVersionFlow } from "@visadesk/contract/base-data/paper/application-version.flow.ts";
import { applicationVersionApi, applicationVersionHead } from "@visadesk/contract/base-data/paper/application-version.ts";
import { noun } from "#kit/noun/noun.ts";

export const applicationVersionNoun = noun("application_version", {
  table: "application_versions",
  shape: [applicationVersionHead, applicationVersionApi.application_version_save.input],
  flow: applicationVersionFlow,
  state: "state",
  internal: ["published_by"],
});
