import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { connectPinned } from './certificate-pinning.ts';

/** A port of loopback that leads on. */
interface Tunnel {
  /** Base address at this end. */
  readonly url: string;
  close(): void;
}

/** Leads from a free port of loopback to an address of HTTPS, for what speaks plain HTTP alone. */
export const openTlsTunnel = async (to: URL, fingerprint: string | undefined): Promise<Tunnel> => {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, async (near) => {
    open.add(near);
    near.on('error', () => {}).once('close', () => open.delete(near));
    const far = await connectPinned(to, fingerprint).catch(() => undefined);
    if (!far) return void near.destroy();
    far.setNoDelay(true);
    pipeline(near, far, near, () => {});
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
