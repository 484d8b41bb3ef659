/**
 * Ends every connection of tests that would leave this machine before it is begun, and fails the test that wanted it, whatever became
 * of it there.
 */
import { isIP, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach } from 'vitest';

const key = Symbol.for('scene-runtime-control/loopback-only');
const shared = globalThis as { [key]?: string[] };

/** The arguments of a connection, as `net` takes them. */
interface Target {
  readonly host?: string | undefined;
  readonly path?: string | undefined;
}

const targetOf = (args: readonly unknown[]): Target => {
  // `net.connect` hands its own arguments on as one list
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return first as Target;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : undefined };
};

/** Those of its cards, too: nothing that goes there leaves it. */
const ownAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.map(({ address }) => address),
);

const isOwn = (host: string): boolean => ownAddresses.includes(host) || isLoopback(host);

const isLoopback = (host: string): boolean =>
  isIP(host) === 0 ? /^localhost\.?$/i.test(host) : /^(127\.|::1$|::ffff:127\.)/.test(host);

const install = (): string[] => {
  const strayed: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const { host, path } = targetOf(args);
    if (path === undefined && host !== undefined && !isOwn(host)) {
      strayed.push(host);
      throw new Error(`Tests reach this machine alone, not ${host}.`);
    }
    return (connect as (...given: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  return strayed;
};

// Setup files run again for each test file of the process.
shared[key] ??= install();
const strayed = shared[key];

/** Where tests have wanted to go since the last call. */
export const takeStrayed = (): readonly string[] => strayed.splice(0);

afterEach(() => {
  const hosts = takeStrayed();
  if (hosts.length > 0) throw new Error(`The test went to ${hosts.join(', ')}.`);
});
