/** Every secret that the servers of one database share. An area adds its own in one line. */
import path from "node:path";
import type { Config } from "#kit/config.ts";
import { linkSecret } from "#kit/file-links.ts";
import { keyId, type Secret } from "#kit/secret-marks.ts";
import { accountSecrets } from "./account/index.ts";

/** With an object store links are signed by its own key, which its keeper may change at any time. */
const linkSecrets = (config: Config): Secret[] =>
  config.s3
    ? []
    : [{ name: "link-secret", from: path.join(config.dataDir, "link-secret"), ids: [keyId("link-secret", linkSecret(config))] }];

/** Call after `loadKeys`. */
export const secretsOf = (config: Config): readonly Secret[] => [...accountSecrets(config.dataDir), ...linkSecrets(config)];
