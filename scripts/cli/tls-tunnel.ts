import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { connectPinned } from './certificate-pinning.ts';

/** A local port from which connections are forwarded to an https:// address. */
interface Tunnel {
  /** Base address of the tunnel's local end. */
  readonly url: string;
  close(): void;
}

/** Forwards connections from a free loopback port to an https:// address, for clients that only speak plain HTTP. */
export const openTlsTunnel = async (to: URL, fingerprint: string | undefined): Promise<Tunnel> => {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, async (localSocket) => {
    open.add(localSocket);
    localSocket.on('error', () => {}).once('close', () => open.delete(localSocket));
    const remoteSocket = await connectPinned(to, fingerprint).catch(() => undefined);
    if (!remoteSocket) return void localSocket.destroy();
    remoteSocket.setNoDelay(true);
    pipeline(localSocket, remoteSocket, localSocket, () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
