import { screens } from "#kit/screens.ts";

export const embassyScreens = screens({});
