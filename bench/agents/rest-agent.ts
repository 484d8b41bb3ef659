import { createFirstLookupCheck } from './first-time-check.ts';
import { type AgentCost, createCostMeter } from './cost-meter.ts';

/**
 * Makes a REST call.
 * @returns the response body, even when the status is an error: the parsed JSON, or the bytes of any other content
 */
export type RestCall = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;

/** A client of the service that uses its REST routes. */
export interface RestAgent {
  readonly cost: AgentCost;
  readonly call: RestCall;
  /** Looks up node types by search terms. Skips terms that were already looked up. */
  lookUpNodeTypes(...words: readonly string[]): Promise<void>;
  /** Looks up the direct actions on the first call; later calls do nothing. */
  lookUpActions(): Promise<void>;
}

/**
 * How the agent looks up node types. Reading the whole catalogue pays off in a long session; searching pays off in a
 * short one.
 */
type NodeTypeLookup = 'the catalogue' | 'searches';

const formatSearchPath = (word: string): string =>
  `/api/node-types/search?q=${encodeURIComponent(word)}&limit=3&include=enumValue,ports`;

/**
 * Opens an agent that reads `/llms.txt` first. Anything that this document does not explain, such as the body of a
 * batch, counts as already known to the agent.
 */
export const openRestAgent = async (
  url: string,
  token: string,
  lookup: NodeTypeLookup,
): Promise<RestAgent> => {
  const meter = createCostMeter();
  const isNew = createFirstLookupCheck();
  const call = createRestCall(url, token, meter.count);
  const reads = {
    'the catalogue': () => ['/api/node-types?form=signatures'],
    searches: (words: readonly string[]) => words.map(formatSearchPath),
  }[lookup];
  await call('GET', '/llms.txt');
  return {
    get cost() {
      return meter.cost;
    },
    call,
    async lookUpNodeTypes(...words) {
      const [path, ...otherPaths] = reads(words).filter(isNew);
      if (path === undefined) return;
      if (otherPaths.length === 0) await call('GET', path);
      else {
        const operations = [path, ...otherPaths].map((requestPath) => ({ method: 'GET', path: requestPath }));
        await call('POST', '/api/batch', { operations });
      }
    },
    async lookUpActions() {
      const path = '/api/actions/schema?form=signatures';
      if (isNew(path)) await call('GET', path);
    },
  };
};

/** @param count called with the bytes sent and received for each call */
export const createRestCall =
  (
    url: string,
    token: string,
    count: (...parts: readonly (string | Uint8Array)[]) => void = () => {},
  ): RestCall =>
  async (method, path, body) => {
    const requestText = body === undefined ? '' : JSON.stringify(body);
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'X-API-Key': token, ...(requestText !== '' && { 'Content-Type': 'application/json' }) },
      ...(requestText !== '' && { body: requestText }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    count(method, path, requestText, bytes);
    return response.headers.get('Content-Type')?.startsWith('application/json')
      ? JSON.parse(bytes.toString())
      : bytes;
  };
