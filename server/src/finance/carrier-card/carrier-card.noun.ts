import { carrierCard } from "@visadesk/contract/finance/carrier-card.ts";
import { noun } from "#kit/noun/noun.ts";

export const carrierCardNoun = noun("carrier_card", { table: "carrier_cards", shape: carrierCard, title: "name" });
