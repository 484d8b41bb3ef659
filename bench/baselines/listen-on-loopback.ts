import type { Server } from 'node:net';

export const listenOnLoopback = async (server: Server): Promise<{ port: number }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0 };
};
