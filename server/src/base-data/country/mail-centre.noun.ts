import { mailCentre } from "@visadesk/contract/base-data/paper/mail-centre.ts";
import { noun } from "#kit/noun/noun.ts";

export const mailCentreNoun = noun("mail_centre", {
  table: "mail_centres",
  shape: mailCentre,
  title: "name",
  internal: ["sort", "remark"],
});
