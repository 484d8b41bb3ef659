import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent, ConnectionState } from './streaming-device-types.ts';

/** Receives the events of a source. */
export interface SourceListener {
  onState(state: ConnectionState, reason?: string): void;
  onEvent(event: StreamEvent): void;
  onWarning(message: string): void;
}

/** A channel of a platform while it has subscribers. */
export interface ChannelSource {
  /** Adds types of events to receive. */
  addKinds(kinds: readonly StreamEventKind[]): void;
  close(): void;
}

export interface ChannelSourceRequest {
  /** By default, the channel from the settings. */
  readonly channel: string | undefined;
  readonly token: string | undefined;
  readonly listener: SourceListener;
}

/** The connection to one platform. */
export interface PlatformAdapter {
  /** Whether the settings are complete. */
  isConfigured(): boolean;
  open(request: ChannelSourceRequest): ChannelSource;
  /**
   * Sends a chat message.
   * @returns its id on the platform
   * @throws ApiError ACTION_FAILED
   */
  send(request: { readonly channel: string | undefined; readonly message: string }): Promise<string>;
  close(): void;
}
