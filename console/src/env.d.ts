interface ImportMetaEnv {
  readonly VITE_ACCESS_KEY: string;
  readonly VITE_ACCESS_SECRET: string;
  /** Hosts beside our own that may serve the address library, comma separated. */
}
/** ISO time of this build, equal to the one in build-config.json. */
declare const __BUILD_TIME__: string;
