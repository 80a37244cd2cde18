/**
 * Each test file begins on a page of its own with modules of its own, though a worker runs many of them: what comes from
 * packages stays loaded, and loading it is half of what a small file costs.
 */
import { vi } from "vitest";
import { keepWhatShows } from "./sheets.ts";

vi.resetModules();
vi.unstubAllGlobals();
sessionStorage.clear();
localStorage.clear();
document.body.replaceChildren();
document.title = "";
history.replaceState(null, "", "/");
keepWhatShows();
