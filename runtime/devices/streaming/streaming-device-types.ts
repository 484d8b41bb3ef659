/** Live-streaming platforms, as the runtime asks for them (register: C-160). */
import { ApiError } from '#spec/errors.ts';
import type { StreamEventKind, StreamPlatform } from '#spec/actions/stream-platforms.ts';
import type { StreamState } from '#spec/actions/streaming.ts';
import type { Json } from '#spec/values.ts';

export interface StreamRequest {
  readonly subscriptionId: string;
  readonly platform: StreamPlatform;
  readonly kinds: readonly StreamEventKind[];
  /** That of the settings when undefined. */
  readonly channel: string | undefined;
  /** That of the settings when undefined. */
  readonly token: string | undefined;
}

export interface ChatRequest {
  readonly platform: StreamPlatform;
  readonly message: string;
  readonly channel: string | undefined;
}

/** What happened on a platform. A type, not an interface, as are all news: it is also a JSON value to the compiler. */
export type StreamEvent = {
  readonly kind: StreamEventKind;
  readonly channel?: string;
  readonly user?: string;
  readonly message?: string;
  readonly amount?: number;
  readonly data: Json;
};

/** What becomes of the connections that a subscription takes. */
export type ConnectionState = Exclude<StreamState, 'idle'>;

/** What a device tells of platforms. */
export type StreamDeviceEvent =
  | {
      readonly kind: 'state';
      readonly subscriptionId: string;
      readonly state: ConnectionState;
      readonly reason?: string;
    }
  | { readonly kind: 'event'; readonly platform: StreamPlatform; readonly event: StreamEvent }
  /** Events that came faster than they can be told. */
  | { readonly kind: 'leftOut'; readonly platform: StreamPlatform; readonly count: number }
  | { readonly kind: 'warning'; readonly platform: StreamPlatform; readonly message: string };

export interface StreamDevice {
  /** Connects to a platform; news tell what becomes of it. */
  subscribe(request: StreamRequest): void;
  unsubscribe(subscriptionId: string): void;
  /** Whether the settings hold what a platform needs. */
  isConfigured(platform: StreamPlatform): Promise<boolean>;
  /**
   * Sends a message to a chat.
   * @returns what the platform calls it
   * @throws Fault ACTION_FAILED when the settings do not hold what it needs, or the platform does not take it
   */
  sendChat(request: ChatRequest): Promise<{ readonly messageId: string }>;
  /** @param tell is called between two ticks at the earliest */
  onEvent(tell: (news: StreamDeviceEvent) => void): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The device of a runtime that is given none. */
export const noStreaming: StreamDevice = {
  subscribe() {},
  unsubscribe() {},
  isConfigured: async () => false,
  sendChat: async () => {
    throw new ApiError('ACTION_FAILED', 'This runtime reaches no streaming platform.');
  },
  onEvent() {},
  async close() {},
};
