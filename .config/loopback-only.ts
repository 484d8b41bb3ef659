/**
 * Blocks every connection from a test to another machine before it is opened, and fails the test that tried to connect,
 * even if the test handled the connection error.
 */
import { isIP, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach } from 'vitest';

const blockedHostsKey = Symbol.for('scene-runtime-control/loopback-only');
const sharedGlobal = globalThis as { [blockedHostsKey]?: string[] };

/** The connection arguments, as `net` accepts them. */
interface ConnectionTarget {
  readonly host?: string | undefined;
  readonly path?: string | undefined;
}

const parseConnectArguments = (args: readonly unknown[]): ConnectionTarget => {
  // `net.connect` passes its own arguments on as a single array.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return first as ConnectionTarget;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : undefined };
};

/** Includes the addresses of this machine's network cards, because traffic to them never leaves the machine. */
const localAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.map(({ address }) => address),
);

const isLocalHost = (host: string): boolean => localAddresses.includes(host) || isLoopback(host);

const isLoopback = (host: string): boolean =>
  isIP(host) === 0 ? /^localhost\.?$/i.test(host) : /^(127\.|::1$|::ffff:127\.)/.test(host);

const patchSocketConnect = (): string[] => {
  const strayed: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const { host, path } = parseConnectArguments(args);
    if (path === undefined && host !== undefined && !isLocalHost(host)) {
      strayed.push(host);
      throw new Error(`Tests reach this machine alone, not ${host}.`);
    }
    return (connect as (...given: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  return strayed;
};

// Setup files run again for each test file in the process, but the socket must be patched only once.
sharedGlobal[blockedHostsKey] ??= patchSocketConnect();
const blockedHosts = sharedGlobal[blockedHostsKey];

/** Returns the hosts that tests have tried to reach since the last call. */
export const takeBlockedHosts = (): readonly string[] => blockedHosts.splice(0);

afterEach(() => {
  const hosts = takeBlockedHosts();
  if (hosts.length > 0) throw new Error(`The test went to ${hosts.join(', ')}.`);
});
