/** Requests from outside to listeners of the runtime, as it asks for them (register: C-153, C-154). */
import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

export interface WebhookListener {
  readonly listenerId: string;
  /** As `webhookPath` gives it. */
  readonly path: string;
  readonly methods: readonly string[];
  /** What senders have to know; nothing when undefined. */
  readonly secret: string | undefined;
}

/** What a body was taken for. */
export type BodyFormat = 'none' | 'json' | 'form' | 'text' | 'base64';

/** What a device tells of the requests that come. Types, not interfaces, as are all news: they are also JSON values to the compiler. */
export type WebhookDeviceEvent =
  /** Requests are listened to, at this origin. */
  | { readonly kind: 'opened'; readonly origin: string }
  /** These are not listened to, nor will they be. */
  | { readonly kind: 'failed'; readonly listenerIds: readonly string[]; readonly reason: string }
  | {
      readonly kind: 'received';
      readonly listenerId: string;
      readonly method: string;
      /** By name in lower case, without those that hold secrets. */
      readonly headers: { readonly [name: string]: string };
      /** What occurs more than once is a list. */
      readonly query: { readonly [name: string]: string | readonly string[] };
      readonly bodyFormat: BodyFormat;
      readonly body: Json;
    }
  /** So many requests were refused, or came to nothing, since it was told last. */
  | {
      readonly kind: 'refused';
      readonly listenerId: string | null;
      readonly reason: string;
      readonly count: number;
    };

export interface WebhookDevice {
  /**
   * Listens to requests; the first listener opens the port.
   * @returns the origin at which they are to arrive
   * @throws Fault ACTION_FAILED when the port cannot be opened, which news tell too
   */
  addListener(listener: WebhookListener): Promise<string>;
  /** Listens to them no more; the last one closes the port. */
  removeListener(listenerId: string): void;
  /** @param tell is called between two ticks at the earliest */
  onEvent(tell: (news: WebhookDeviceEvent) => void): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The device of a runtime that is given none. */
export const noWebhooks: WebhookDevice = {
  async addListener() {
    throw new ApiError('ACTION_FAILED', 'This runtime listens to no webhooks.');
  },
  removeListener() {},
  onEvent() {},
  async close() {},
};
