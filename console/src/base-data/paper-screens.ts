import { screens } from "#kit/screens.ts";

export const paperScreens = screens({});
