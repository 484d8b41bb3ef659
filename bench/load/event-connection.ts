import type { Address } from './http-request.ts';
import type { WsConnection } from './ws-connection.ts';

export interface HubAddress extends Address {
  readonly path: string;
  readonly token?: string;
}

/** A bare WebSocket that has completed the handshake of its hub protocol. */
export interface EventConnection extends WsConnection {
  /**
   * Subscribes to the events of log.console and waits for the confirmation.
   * @throws Error when the subscription is rejected
   */
  subscribe(): Promise<void>;
}

/** A hub protocol of the load generator. The generator's cost is about the same for each of them. */
export interface HubProtocol {
  /**
   * @param readBuffer may be shared by any number of connections
   * @throws Error when the upgrade or the handshake is rejected
   */
  connect(hub: HubAddress, readBuffer: Buffer): Promise<EventConnection>;
  /**
   * Returns the payload of a message that calls a method.
   * @param id requests a response, in protocols that number their calls
   */
  call(target: string, args: readonly unknown[], id?: number): string;
  /** A frame that keeps an idle connection alive. */
  readonly keepAliveFrame: Buffer;
  /** The byte that ends each record of a message; when undefined, a message is one record. */
  readonly recordTerminator?: number;
}
