import type { Address } from './http-request.ts';
import type { WsConnection } from './ws-connection.ts';

export interface HubAddress extends Address {
  readonly path: string;
  readonly token?: string;
}

/** A bare WebSocket that has said what its server wants to hear first. */
export interface EventConnection extends WsConnection {
  /** Asks for the events that log.console causes, and waits until that is settled. @throws Error when it is refused. */
  subscribe(): Promise<void>;
}

/** What the load generator speaks; it costs about the same in every dialect. */
export interface HubProtocol {
  /**
   * @param readBuffer may be shared by any number of connections.
   * @throws Error when the upgrade or the handshake is refused.
   */
  connect(hub: HubAddress, readBuffer: Buffer): Promise<EventConnection>;
  /** The payload of a message that calls a method. @param id asks for an answer where calls are answered by number */
  call(target: string, args: readonly unknown[], id?: number): string;
  /** A frame that keeps a silent connection alive. */
  readonly keepAliveFrame: Buffer;
  /** The byte that ends each record of a message; without it, a message is one record. */
  readonly recordTerminator?: number;
}
