import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Returns the addresses at which other machines can reach this machine. */
export const listExternalAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // An address of the link alone is none without the name of an interface.
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);

/** Whether a connection to this address is accepted in time. */
export const canConnect = (host: string, port: number, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const finish = (accepted: boolean) => (): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', finish(true)).once('error', finish(false)).once('timeout', finish(false));
  });
