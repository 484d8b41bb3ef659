import { formatErrorLine } from '../harness/candidate.ts';
import type { HubAddress } from '../load/event-connection.ts';
import type { Address, HttpMethod } from '../load/http-request.ts';

/** The server under test: its addresses, and the calls that prepare and check the measured work. */
export interface Target {
  /** The target's name; its address as given, unless a name was specified. */
  readonly name: string;
  readonly address: Address;
  readonly hub: HubAddress;
  readonly token?: string | undefined;
  /** The target's process id, when the target is known to run on this machine. */
  readonly pid?: number | undefined;
  /**
   * Sends one call outside any measurement.
   * @throws Error with the call, the status and the beginning of the response when the status is not 2xx
   */
  call(method: HttpMethod, path: string, body?: unknown): Promise<unknown>;
}

export interface TargetOptions {
  /** Base address; plain HTTP. */
  readonly url: string;
  /** The name in reports; the base address when absent. */
  readonly name?: string;
  /** Address of the hub; `/api/events` under the base address when absent. */
  readonly eventsUrl?: string | undefined;
  readonly token?: string | undefined;
  /** The server's process id, if the server runs on this machine, so that its CPU time can be read. */
  readonly pid?: number | undefined;
}

const requestTimeoutMs = 30_000;

/** @throws Error when an address is not plain http or ws, because the load generators do not speak TLS */
export const createTarget = ({ url, name = url, eventsUrl, token, pid }: TargetOptions): Target => {
  const serviceUrl = parsePlainUrl(url, ['http:']);
  const events = parsePlainUrl(eventsUrl ?? new URL('/api/events', serviceUrl).href, ['ws:', 'http:']);
  return {
    name,
    address: toAddress(serviceUrl),
    hub: { ...toAddress(events), path: events.pathname, token },
    token,
    pid,
    async call(method, path, body) {
      const response = await fetch(new URL(path, serviceUrl), {
        method,
        signal: AbortSignal.timeout(requestTimeoutMs),
        headers: {
          accept: 'application/json',
          ...(token !== undefined && { 'x-api-key': token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok)
        throw new Error(`${method} ${path} returned ${response.status} ${text.slice(0, 300)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
};

/**
 * Creates several targets. The errors of their calls contain the target's name.
 * @throws Error under the same conditions as `createTarget`, and when two targets have the same name
 */
export const createTargets = (options: readonly TargetOptions[]): Target[] => {
  const targets = options.map(createTarget);
  const names = targets.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`'${duplicate}' is there twice`);
  return targets.length === 1 ? targets : targets.map(withNamedErrors);
};

const withNamedErrors = (target: Target): Target => ({
  ...target,
  async call(method, path, body) {
    try {
      return await target.call(method, path, body);
    } catch (failure) {
      throw new Error(`${target.name}: ${formatErrorLine(failure)}`, { cause: failure });
    }
  },
});

const parsePlainUrl = (text: string, protocols: readonly string[]): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return url;
  throw new Error(`'${text}' is not a ${protocols.join('// or ')}// address`);
};

const toAddress = (url: URL): Address => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: Number(url.port || 80),
});
