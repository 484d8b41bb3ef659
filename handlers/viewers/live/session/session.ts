import { type ReadonlySignal, signal } from '@preact/signals';
import { createClient, type Gap, type Route, type SceneClient, type SceneHub } from '#spec/client/index.ts';
import type { ServiceAddress } from './service-address.ts';

/** The state of the connection. `locked` means that a valid token is needed, and `off` that the API is switched off. */
export type SessionState = 'connecting' | 'connected' | 'reconnecting' | 'locked' | 'off' | 'unreachable';

/** The connection to the service, which exists for as long as the page is open. */
export interface Session {
  readonly address: ServiceAddress;
  readonly client: SceneClient;
  /** The name under which the service lists the page's edits. */
  readonly clientName: string;
  readonly state: ReadonlySignal<SessionState>;
  /** The service's capabilities, or `undefined` until they have been read. */
  readonly capabilities: ReadonlySignal<ServiceCapabilities | undefined>;
  /** The hub, which reconnects automatically, or `undefined` before the first connection. */
  readonly hub: ReadonlySignal<SceneHub | undefined>;
  /** The number of reconnects. After each one, everything that is shown must be read again. */
  readonly reconnectCount: ReadonlySignal<number>;
  /** The latest gap in the event stream. */
  readonly eventGap: ReadonlySignal<Gap | undefined>;
  /** Connects to the service. If the attempt fails, `state` shows the failure, and the connection is tried again. */
  start(): Promise<void>;
}

const retryMs = 2_000;
const readTimeoutMs = 20_000;

export const createSession = (address: ServiceAddress, clientName: string): Session => {
  const { url, token, webSocket } = address;
  const client = createClient({
    ...{ url, clientName },
    fetch: createFetchWithClearErrors(createFetchWithReadTimeout(globalThis.fetch, readTimeoutMs)),
    ...(token !== undefined && { token }),
    ...(webSocket && { webSocket }),
  });
  const state = signal<SessionState>('connecting');
  const capabilities = signal<ServiceCapabilities>();
  const hub = signal<SceneHub>();
  const reconnectCount = signal(0);
  const gap = signal<Gap>();

  const connect = async (): Promise<void> => {
    capabilities.value = await readServiceCapabilities(client);
    const { apiEnabled, authenticated } = capabilities.value;
    if (!apiEnabled || !authenticated) {
      state.value = apiEnabled ? 'locked' : 'off';
      return;
    }
    hub.value = await client.connect({
      rate: 1000,
      onGap: (newGap) => {
        gap.value = newGap;
      },
      onState: (now) => {
        if (now === 'connected' && state.value === 'reconnecting') reconnectCount.value += 1;
        state.value = now === 'closed' ? 'unreachable' : now;
      },
    });
    state.value = 'connected';
  };

  const start = async (): Promise<void> => {
    try {
      await connect();
    } catch {
      state.value = 'unreachable';
      setTimeout(start, retryMs);
    }
  };

  return { address, client, clientName, state, capabilities, hub, reconnectCount, eventGap: gap, start };
};

/** What the service reports about itself: its state and its routes. */
export interface ServiceCapabilities {
  /** Whether the API is on. If it is off, only the public routes respond. */
  readonly apiEnabled: boolean;
  /** Whether the service accepts the page's token. */
  readonly authenticated: boolean;
  readonly projectName: string | null;
  hasRoute(route: Route): boolean;
}

/** Reads a service's state, and the routes in its OpenAPI document. */
export const readServiceCapabilities = async (client: SceneClient): Promise<ServiceCapabilities> => {
  const [health, description] = await Promise.all([
    client.request('GET /api/health'),
    client.request('GET /openapi.json') as Promise<OpenApiDescription>,
  ]);
  const routes = new Set(
    Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => stripParameterNames(`${method.toUpperCase()} ${path}`)),
    ),
  );
  return {
    apiEnabled: health.apiEnabled,
    authenticated: health.authenticated,
    projectName: health.projectName,
    hasRoute: (route) => routes.has(stripParameterNames(route)),
  };
};

interface OpenApiDescription {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Replaces the names of a route's path parameters with empty braces. */
const stripParameterNames = (route: string): string => route.replace(/\{\w+\}/g, '{}');

/**
 * Creates a `fetch` that has a timeout for reads, so that callers never wait forever. Writes have no timeout, because
 * it would be unknown whether an aborted write has taken effect.
 * @param longestMs the timeout for the complete response, in milliseconds
 */
export const createFetchWithReadTimeout =
  (fetch: typeof globalThis.fetch, longestMs: number): typeof globalThis.fetch =>
  (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const timeout = AbortSignal.timeout(longestMs);
    return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };

/**
 * Creates a `fetch` whose errors say what has happened, because browsers only report that a fetch has failed. A write may
 * have taken effect nevertheless.
 */
export const createFetchWithClearErrors =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (failure) {
      if (failure instanceof TypeError)
        throw new Error('The service cannot be reached. Try again when the page is connected.', {
          cause: failure,
        });
      if (failure instanceof DOMException && failure.name === 'TimeoutError')
        throw new Error('The service has not responded in time. Try again later.', { cause: failure });
      throw failure;
    }
  };
