/** Receives webhook requests for the runtime (C-153, C-154). */
import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

export interface WebhookListener {
  readonly listenerId: string;
  /** Normalized by `normalizeWebhookPath`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The secret that senders must know; undefined if they need none. */
  readonly secret: string | undefined;
}

/** How the body is represented as a value. */
export type BodyFormat = 'none' | 'json' | 'form' | 'text' | 'base64';

/** An event of the device. A type rather than an interface, so that it is assignable to a JSON value. */
export type WebhookDeviceEvent =
  /** The port is open at this origin. */
  | { readonly kind: 'opened'; readonly origin: string }
  /** These listeners have failed, and are not retried. */
  | { readonly kind: 'failed'; readonly listenerIds: readonly string[]; readonly reason: string }
  | {
      readonly kind: 'received';
      readonly listenerId: string;
      readonly method: string;
      /** By name in lower case, without headers that contain secrets. */
      readonly headers: { readonly [name: string]: string };
      /** A repeated name has a list. */
      readonly query: { readonly [name: string]: string | readonly string[] };
      readonly bodyFormat: BodyFormat;
      readonly body: Json;
    }
  /** The number of requests that were rejected or incomplete since the last report. */
  | {
      readonly kind: 'refused';
      readonly listenerId: string | null;
      readonly reason: string;
      readonly count: number;
    };

export interface WebhookDevice {
  /**
   * Adds a listener for requests. The first one opens the port.
   * @returns the origin for requests
   * @throws ApiError ACTION_FAILED when the port can't be opened, which an event also reports
   */
  addListener(listener: WebhookListener): Promise<string>;
  /** Removes a listener. After the last one, the port is closed. */
  removeListener(listenerId: string): void;
  /** @param notify never called during a tick */
  onEvent(notify: (event: WebhookDeviceEvent) => void): void;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** The default device. It accepts no webhooks. */
export const noWebhooks: WebhookDevice = {
  async addListener() {
    throw new ApiError('ACTION_FAILED', 'This runtime accepts no webhooks.');
  },
  removeListener() {},
  onEvent() {},
  async close() {},
};
