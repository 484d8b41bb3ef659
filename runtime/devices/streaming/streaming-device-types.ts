/** Connects the runtime to live-streaming platforms (C-160). */
import { ApiError } from '#spec/errors.ts';
import type { StreamEventKind, StreamPlatform } from '#spec/actions/stream-platforms.ts';
import type { StreamState } from '#spec/actions/streaming.ts';
import type { Json } from '#spec/values.ts';

export interface StreamRequest {
  readonly subscriptionId: string;
  readonly platform: StreamPlatform;
  readonly kinds: readonly StreamEventKind[];
  /** The requested channel. By default, this is the channel from the settings. */
  readonly channel: string | undefined;
  /** The requested token. By default, this is the token from the settings. */
  readonly token: string | undefined;
}

export interface ChatRequest {
  readonly platform: StreamPlatform;
  readonly message: string;
  readonly channel: string | undefined;
}

/**
 * An event from a platform. This is a type alias rather than an interface, so that it is assignable to a JSON value.
 */
export type StreamEvent = {
  readonly kind: StreamEventKind;
  readonly channel?: string;
  readonly user?: string;
  readonly message?: string;
  readonly amount?: number;
  readonly data: Json;
};

/** The connection state of a subscription. */
export type ConnectionState = Exclude<StreamState, 'idle'>;

/** An event that the streaming device reports. */
export type StreamDeviceEvent =
  | {
      readonly kind: 'state';
      readonly subscriptionId: string;
      readonly state: ConnectionState;
      readonly reason?: string;
    }
  | { readonly kind: 'event'; readonly platform: StreamPlatform; readonly event: StreamEvent }
  /** Events that were dropped because of the rate limit. */
  | { readonly kind: 'leftOut'; readonly platform: StreamPlatform; readonly count: number }
  | { readonly kind: 'warning'; readonly platform: StreamPlatform; readonly message: string };

export interface StreamDevice {
  /** Subscribes to events from a platform. The device's events report the connection state. */
  subscribe(request: StreamRequest): void;
  unsubscribe(subscriptionId: string): void;
  /** Returns whether the settings for a platform are complete. */
  isConfigured(platform: StreamPlatform): Promise<boolean>;
  /**
   * Sends a chat message.
   * @returns the id of the message on the platform
   * @throws ApiError ACTION_FAILED when settings are missing, or the platform rejects the message
   */
  sendChat(request: ChatRequest): Promise<{ readonly messageId: string }>;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: StreamDeviceEvent) => void): void;
  close(): Promise<void>;
}

/** The default device, which connects to no platform. */
export const noStreaming: StreamDevice = {
  subscribe() {},
  unsubscribe() {},
  isConfigured: async () => false,
  sendChat: async () => {
    throw new ApiError('ACTION_FAILED', 'This runtime has no access to streaming platforms.');
  },
  onEvent() {},
  async close() {},
};
