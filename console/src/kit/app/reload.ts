/** Reloading the page for a new version: drafts are saved first, and no form asks whether it may be left. */
const hooks = new Set<() => void>();
let leaving = false;

/** Runs just before an automatic reload; forms save their drafts here. */
export const onBeforeReload = (run: () => void): (() => void) => {
  hooks.add(run);
  return () => void hooks.delete(run);
};

/** The reload is decided: everything that must outlive it is saved now. */
export function announceReload(): void {
  leaving = true;
  for (const run of hooks) run();
}

/** Is the page about to reload by itself? */
export const isReloading = (): boolean => leaving;

/** Saves, then reloads. */
export function reloadPage(reload: () => void = () => location.reload()): void {
  announceReload();
  reload();
}
