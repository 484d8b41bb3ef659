import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent, ConnectionState } from './streaming-device-types.ts';

export interface SourceListener {
  onState(state: ConnectionState, reason?: string): void;
  onEvent(event: StreamEvent): void;
  onWarning(message: string): void;
}

/** A platform's channel, which is open while it has subscribers. */
export interface ChannelSource {
  /** Adds kinds of events to receive. */
  addKinds(kinds: readonly StreamEventKind[]): void;
  close(): void;
}

export interface ChannelSourceRequest {
  /** The requested channel. By default, this is the channel from the settings. */
  readonly channel: string | undefined;
  readonly token: string | undefined;
  readonly listener: SourceListener;
}

/** The connection to one platform. */
export interface PlatformAdapter {
  /** Returns whether the settings are complete. */
  isConfigured(): boolean;
  open(request: ChannelSourceRequest): ChannelSource;
  /**
   * Sends a chat message.
   * @returns the id of the message on the platform
   * @throws ApiError ACTION_FAILED when sending fails
   */
  send(request: { readonly channel: string | undefined; readonly message: string }): Promise<string>;
  close(): void;
}
