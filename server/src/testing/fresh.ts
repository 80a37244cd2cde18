/** Each test file begins with modules of its own, though a worker runs many of them; packages stay loaded. */
import { vi } from "vitest";

vi.resetModules();
