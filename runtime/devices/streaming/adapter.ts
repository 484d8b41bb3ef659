import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { StreamEvent, ToldState } from './streaming.ts';

/** What an adapter tells of what it has opened. */
export interface Ears {
  state(state: ToldState, reason?: string): void;
  event(event: StreamEvent): void;
  warn(message: string): void;
}

/** A channel of a platform that somebody has subscribed to. */
export interface Source {
  /** Has it tell of these kinds too. */
  want(kinds: readonly StreamKind[]): void;
  close(): void;
}

export interface SourceRequest {
  /** That of the settings when undefined. */
  readonly channel: string | undefined;
  readonly token: string | undefined;
  readonly ears: Ears;
}

/** How one platform is reached. */
export interface Adapter {
  /** Whether the settings hold what it needs. */
  isConfigured(): boolean;
  open(request: SourceRequest): Source;
  /**
   * Sends a message.
   * @returns what the platform calls it
   * @throws Fault ACTION_FAILED
   */
  send(request: { readonly channel: string | undefined; readonly message: string }): Promise<string>;
  close(): void;
}
