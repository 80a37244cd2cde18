import { Alert } from "antd";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { date } from "@visadesk/contract/kit/format.ts";
import { EmbassyItems, SECTIONS } from "./embassy-form.tsx";
import type { Embassy } from "./embassy-words.ts";

function EditForm({ post }: { post: Embassy }) {
  const go = useGo();
  const back = (): void => go(to("embassy-and-cousulate-list"));
  return (
    <FormScreen
      endpoint={embassyApi.embassy_update}
      title={`编辑：${post.name}`}
      initial={post}
      draft={`embassy-${post.id}`}
      presence={{ noun: "embassy", id: post.id }}
      outline={SECTIONS}
      onCancel={back}
      onDone={(saved) => {
        toast.success(saved.is_verify_due && !post.is_verify_due ? `“${saved.name}”已保存，请重新核验` : `“${saved.name}”已保存`);
        back();
      }}
    >
      {post.is_verify_due ? (
        <Alert
          className="vd-after-16"
          type="warning"
          showIcon
          title={`待核验${post.source ? `：现有资料来自 ${post.source}` : ""}。核对无误后在列表中核验。`}
        />
      ) : (
        <Alert
          className="vd-after-16"
          type="info"
          showIcon
          title={`${date(post.verified_at)} 已核验（${post.source}）。改动后须重新核验。`}
        />
      )}
      <EmbassyItems own={post.id} />
    </FormScreen>
  );
}

export default function EmbassyEdit() {
  const id = useIdParam("id");
  const answer = useRecord(embassyApi.embassy_get, { id });
  return <Reads answer={answer}>{(post) => <EditForm post={post} />}</Reads>;
}
