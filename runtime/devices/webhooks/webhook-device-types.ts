/** Webhook requests to listeners of the runtime (C-153, C-154). */
import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

export interface WebhookListener {
  readonly listenerId: string;
  /** As `normalizeWebhookPath` returns it. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The secret that senders must know; none when undefined. */
  readonly secret: string | undefined;
}

/** How a body was interpreted. */
export type BodyFormat = 'none' | 'json' | 'form' | 'text' | 'base64';

/**
 * The events of the device. Type aliases, not interfaces, like all device events, so that the compiler accepts them as
 * JSON values.
 */
export type WebhookDeviceEvent =
  /** The port was opened, at this origin. */
  | { readonly kind: 'opened'; readonly origin: string }
  /** These listeners failed for good. */
  | { readonly kind: 'failed'; readonly listenerIds: readonly string[]; readonly reason: string }
  | {
      readonly kind: 'received';
      readonly listenerId: string;
      readonly method: string;
      /** By name in lower case, without those that hold secrets. */
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
   * Adds a listener for requests; the first one opens the port.
   * @returns the origin for requests
   * @throws ApiError ACTION_FAILED when the port cannot be opened, which is also reported as an event
   */
  addListener(listener: WebhookListener): Promise<string>;
  /** Removes a listener; the last one closes the port. */
  removeListener(listenerId: string): void;
  /** @param notify is never called during a tick */
  onEvent(notify: (news: WebhookDeviceEvent) => void): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The default device, which has no webhooks. */
export const noWebhooks: WebhookDevice = {
  async addListener() {
    throw new ApiError('ACTION_FAILED', 'This runtime accepts no webhooks.');
  },
  removeListener() {},
  onEvent() {},
  async close() {},
};
