/** Licences of an application, large enough to be read; a look at one is logged. */
import { Image } from "antd";
import { FileLinks } from "#kit/file/file-links.tsx";
import { isPicture, sizedUrl, useFileUrl } from "#kit/file/file-thumb.tsx";
import { None, Stack } from "#kit/page/blocks.tsx";
import type { ApplicationDetail } from "./application-words.tsx";

const SHOWN_PX = 720;
function Picture({ file, record, label }: { file: string; record: number; label: string }) {
  const { url, failed } = useFileUrl(file, { noun: "peer_application", noun_id: record });
  if (failed) return <None>无法显示，请刷新后再试</None>;
  return url === null ? <None>加载中</None> : <Image src={sizedUrl(url, SHOWN_PX)} alt={label} preview={{ src: url }} />;
}

function Paper(props: { label: string; files: readonly string[]; from: string | null; to: string | null; record: number }) {
  const others = props.files.filter((f) => !isPicture(f));
  return (
    <Stack gap={8}>
      <span className="vd-row">
        <b>{props.label}</b>
        <span className="vd-num vd-muted">
          {props.from ?? "—"} 至 {props.to ?? "长期"}
        </span>
      </span>
      {props.files.filter(isPicture).map((f, i) => (
        <Picture key={f} file={f} record={props.record} label={`${props.label}${i + 1}`} />
      ))}
      {others.length > 0 && <FileLinks keys={others} />}
    </Stack>
  );
}

export const ApplicationPapers = ({ application: a }: { application: ApplicationDetail }) => (
  <Stack gap={16}>
    <Paper label="营业执照" files={a.business_licence} from={a.business_licence_from} to={a.business_licence_to} record={a.id} />
    {a.travel_licence.length > 0 && (
      <Paper label="旅行社许可证" files={a.travel_licence} from={a.travel_licence_from} to={a.travel_licence_to} record={a.id} />
    )}
  </Stack>
);
