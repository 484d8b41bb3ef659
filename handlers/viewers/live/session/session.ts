import { signal } from '@preact/signals';
import { createClient } from '#spec/client/index.ts';
import { readServiceCapabilities } from './service-capabilities.ts';
import { createFetchWithReadTimeout } from './fetch-with-read-timeout.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';
import type { ServiceAddress } from './service-address.ts';
import type { ServiceCapabilities } from './service-capabilities.ts';

/** State of the connection: `locked` needs a valid token, `off` means that the API is switched off. */
export type SessionState = 'connecting' | 'connected' | 'reconnecting' | 'locked' | 'off' | 'unreachable';

/** The connection to the service for as long as the page is open. */
export interface Session {
  readonly address: ServiceAddress;
  readonly client: SceneClient;
  readonly state: ReadonlySignal<SessionState>;
  /** The capabilities of the service; undefined until read. */
  readonly capabilities: ReadonlySignal<ServiceCapabilities | undefined>;
  /** The hub, after the first connection. It reconnects automatically. */
  readonly hub: ReadonlySignal<SceneHub | undefined>;
  /** Number of reconnects; each one requires rereading what is shown. */
  readonly reconnectCount: ReadonlySignal<number>;
  /** The latest gap in the events. */
  readonly eventGap: ReadonlySignal<Gap | undefined>;
  /** Connects. A failure shows in `state` and is retried. */
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
