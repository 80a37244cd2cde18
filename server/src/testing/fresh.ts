/** Each test file begins with modules of its own, though a worker runs many of them; packages stay loaded. */
import { vi } from "vitest";

vi.resetModules();
// Numbers are sealed and found by these keys in every test; real ones come from a data directory or the environment.
const { testSealKeys } = await import("#kit/seal/seal-keys.ts");
testSealKeys();
