/** Every secret that the servers of one database share. An area adds its own in one line. */
import path from "node:path";
import type { Config } from "#kit/config.ts";
import { linkSecret } from "#kit/files/file-links.ts";
import { SEAL_KEY_FILE, sealKeys } from "#kit/seal/seal-keys.ts";
import { keyId, type Secret } from "#kit/seal/secret-marks.ts";
import { accountSecrets } from "./account/index.ts";

/** With an object store links are signed by its own key, which its keeper may change at any time. */
const linkSecrets = (config: Config): Secret[] =>
  config.s3
    ? []
    : [{ name: "link-secret", from: path.join(config.dataDir, "link-secret"), ids: [keyId("link-secret", linkSecret(config))] }];

/** What seals numbers and files; several while a new one takes over. */
const sealSecret = (config: Config): Secret => ({
  name: SEAL_KEY_FILE,
  from: config.sealKey === null ? path.join(config.dataDir, SEAL_KEY_FILE) : "SEAL_KEY",
  ids: sealKeys().map((k) => k.id),
});

/** Call after `loadKeys` and `loadSealKeys`. */
export const secretsOf = (config: Config): readonly Secret[] => [
  ...accountSecrets(config.dataDir),
  ...linkSecrets(config),
  sealSecret(config),
];
