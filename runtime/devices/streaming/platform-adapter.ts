import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent, ConnectionState } from './streaming-device-types.ts';

/** What an adapter tells of what it has opened. */
export interface SourceListener {
  onState(state: ConnectionState, reason?: string): void;
  onEvent(event: StreamEvent): void;
  onWarning(message: string): void;
}

/** A channel of a platform that somebody has subscribed to. */
export interface ChannelSource {
  /** Has it tell of these kinds too. */
  addKinds(kinds: readonly StreamEventKind[]): void;
  close(): void;
}

export interface ChannelSourceRequest {
  /** That of the settings when undefined. */
  readonly channel: string | undefined;
  readonly token: string | undefined;
  readonly listener: SourceListener;
}

/** How one platform is reached. */
export interface PlatformAdapter {
  /** Whether the settings hold what it needs. */
  isConfigured(): boolean;
  open(request: ChannelSourceRequest): ChannelSource;
  /**
   * Sends a message.
   * @returns what the platform calls it
   * @throws Fault ACTION_FAILED
   */
  send(request: { readonly channel: string | undefined; readonly message: string }): Promise<string>;
  close(): void;
}
