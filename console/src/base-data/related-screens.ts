import { screens } from "#kit/screens.ts";

export const relatedScreens = screens({});
