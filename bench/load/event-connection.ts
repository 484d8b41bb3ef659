import type { Address } from './http-request.ts';
import type { WsConnection } from './ws-connection.ts';

export interface HubAddress extends Address {
  readonly path: string;
  readonly token?: string | undefined;
}

/** A bare WebSocket that has completed the handshake of its hub protocol. */
export interface EventConnection extends WsConnection {
  /**
   * Subscribes to log.console events and waits for the confirmation.
   * @throws Error when the subscription is rejected
   */
  subscribe(): Promise<void>;
}

/** A hub protocol that the load generator can speak. All protocols require about the same work from the generator. */
export interface HubProtocol {
  /**
   * @param readBuffer a buffer that any number of connections may share
   * @throws Error when the upgrade or the handshake is rejected
   */
  connect(hub: HubAddress, readBuffer: Buffer): Promise<EventConnection>;
  /**
   * Returns the payload of a message that calls a method.
   * @param id the id with which a response is requested, in protocols that number their calls
   */
  call(target: string, args: readonly unknown[], id?: number): string;
  /** A frame that keeps an idle connection alive. */
  readonly keepAliveFrame: Buffer;
  /** The byte that ends each record in a message; when `undefined`, a message is a single record. */
  readonly recordTerminator?: number;
}
