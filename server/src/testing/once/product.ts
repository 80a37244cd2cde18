/** Bodies of once.test.ts for all of product, put together. A noun of product adds its file here. */
import { spuOnce } from "./spu.ts";

export const productOnce = {
  bodies: { ...spuOnce.bodies },
  other: { ...spuOnce.other },
};
