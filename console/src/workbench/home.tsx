import { useAccount } from "#kit/session.ts";

export default function Home() {
  const account = useAccount();
  return <h1 style={{ fontSize: 18 }}>{account?.nickname || account?.account}，你好</h1>;
}
