import { ApplicationList } from "../peer-application/application-list.tsx";

export default function PeerList() {
  return <ApplicationList />;
}
