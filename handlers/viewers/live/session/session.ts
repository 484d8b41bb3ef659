import { signal } from '@preact/signals';
import { createClient } from '#spec/client/index.ts';
import { readServiceCapabilities } from './service-capabilities.ts';
import { createFetchWithReadTimeout } from './fetch-with-read-timeout.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';
import type { ServiceAddress } from './service-address.ts';
import type { ServiceCapabilities } from './service-capabilities.ts';

/** The state of the connection. `locked` means that a valid token is needed, and `off` that the API is switched off. */
export type SessionState = 'connecting' | 'connected' | 'reconnecting' | 'locked' | 'off' | 'unreachable';

/** The connection to the service, which exists for as long as the page is open. */
export interface Session {
  readonly address: ServiceAddress;
  readonly client: SceneClient;
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

export const createSession = (address: ServiceAddress): Session => {
  const { url, token, webSocket } = address;
  const client = createClient({
    url,
    fetch: createFetchWithReadTimeout(globalThis.fetch, readTimeoutMs),
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

  return { address, client, state, capabilities, hub, reconnectCount, eventGap: gap, start };
};
