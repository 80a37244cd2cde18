/** A screen in a chunk of its own. A part that the server no longer has means another build took its place. */
import { lazyRouteComponent } from "@tanstack/react-router";

export class MissingPart extends Error {
  constructor(cause: unknown) {
    super("part of the console missing", { cause });
  }
}

export const lazyScreen = (load: () => Promise<unknown>, name?: string) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new MissingPart(cause);
      }) as Promise<Record<string, never>>,
    name,
  );
