/** Receives webhook requests on behalf of the runtime (C-153, C-154). */
import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

export interface WebhookListener {
  readonly listenerId: string;
  /** The path, normalized by `normalizeWebhookPath`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The secret that senders must know; `undefined` if no secret is required. */
  readonly secret: string | undefined;
}

/** How the body is represented as a value. */
export type BodyFormat = 'none' | 'json' | 'form' | 'text' | 'base64';

/**
 * An event that the webhook device reports. Declared as a type alias rather than an interface, so that it is assignable
 * to a JSON value.
 */
export type WebhookDeviceEvent =
  /** The port has been opened at this origin. */
  | { readonly kind: 'opened'; readonly origin: string }
  /** These listeners have failed, and are not retried. */
  | { readonly kind: 'failed'; readonly listenerIds: readonly string[]; readonly reason: string }
  | {
      readonly kind: 'received';
      readonly listenerId: string;
      readonly method: string;
      /** The headers keyed by name in lower case, without those that contain secrets. */
      readonly headers: { readonly [name: string]: string };
      /** The query parameters. The value of a repeated name is a list. */
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
   * Adds a listener for requests. The first listener opens the port.
   * @returns the origin to which requests must be sent
   * @throws ApiError ACTION_FAILED when the port can't be opened; an event also reports this failure
   */
  addListener(listener: WebhookListener): Promise<string>;
  /** Removes a listener. The port is closed when the last listener is removed. */
  removeListener(listenerId: string): void;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: WebhookDeviceEvent) => void): void;
  close(): Promise<void>;
}

/** The default device, which accepts no webhooks. */
export const noWebhooks: WebhookDevice = {
  async addListener() {
    throw new ApiError('ACTION_FAILED', 'This runtime accepts no webhooks.');
  },
  removeListener() {},
  onEvent() {},
  async close() {},
};
