/**
 * Ends every connection of tests that would leave this machine before it is begun, and fails the test that wanted it, whatever became
 * of it there.
 */
import { isIP, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach } from 'vitest';

const blockedHostsKey = Symbol.for('scene-runtime-control/loopback-only');
const sharedGlobal = globalThis as { [blockedHostsKey]?: string[] };

/** The arguments of a connection, as `net` takes them. */
interface ConnectionTarget {
  readonly host?: string | undefined;
  readonly path?: string | undefined;
}

const parseConnectArguments = (args: readonly unknown[]): ConnectionTarget => {
  // `net.connect` hands its own arguments on as one list
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return first as ConnectionTarget;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : undefined };
};

/** Those of its cards, too: nothing that goes there leaves it. */
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

// Setup files run again for each test file of the process.
sharedGlobal[blockedHostsKey] ??= patchSocketConnect();
const blockedHosts = sharedGlobal[blockedHostsKey];

/** Where tests have wanted to go since the last call. */
export const takeBlockedHosts = (): readonly string[] => blockedHosts.splice(0);

afterEach(() => {
  const hosts = takeBlockedHosts();
  if (hosts.length > 0) throw new Error(`The test went to ${hosts.join(', ')}.`);
});
