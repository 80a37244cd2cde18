/** Heads of the paper lists: what belongs to papers and opens beside them. */
import { Button } from "antd";
import { part } from "#kit/app/part.tsx";
import type { ReviewedNoun } from "@visadesk/contract/base-data/paper/document-stat.ts";
import type { MailCentresProps } from "../embassy/mail-centres.tsx";
import type { PaperQualityProps } from "../paper-quality/paper-quality.tsx";
import type { Open } from "../record/record-acts.tsx";
import type { RejectReasonsProps } from "../paper-quality/reject-reasons.tsx";

const PaperQuality = part<PaperQualityProps>(() => import("../paper-quality/paper-quality.tsx").then((m) => m.PaperQuality));

const RejectReasons = part<RejectReasonsProps>(() => import("../paper-quality/reject-reasons.tsx").then((m) => m.RejectReasons));
const MailCentres = part<MailCentresProps>(() => import("../embassy/mail-centres.tsx").then((m) => m.MailCentres));

export const QualityButton = ({ noun, open }: { noun: ReviewedNoun; open: Open }) => (
  <Button onClick={() => open((close) => <PaperQuality noun={noun} onClose={close} />)}>资料质量</Button>
);
export const ReasonsButton = ({ open }: { open: Open }) => (
  <Button onClick={() => open((close) => <RejectReasons onClose={close} />)}>不合格原因库</Button>
);
export const CentresButton = ({ open }: { open: Open }) => (
  <Button onClick={() => open((close) => <MailCentres onClose={close} />)}>收件中心</Button>
);
