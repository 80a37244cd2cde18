import { screens } from "#kit/screens.ts";

export const countryScreens = screens({});
