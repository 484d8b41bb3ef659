/** Handles what arrives over a connection. */
export interface TransportListener {
  /** Receives a message as it was sent, as text or bytes. */
  onMessage(content: string | Buffer): void;
  /** Any other sign of life. */
  onActivity(): void;
  /** Called when most of the buffered data has been sent. */
  onDrain(): void;
  onClose(code: number, reason: string): void;
}

/** A connection between a controller and a runtime that delivers messages whole and in order. */
export interface LinkTransport {
  send(content: string | Uint8Array): void;
  /** Bytes that are buffered for sending. */
  readonly bufferedBytes: number;
  /** Sends a ping. */
  ping(): void;
  /** Stops reading until `resume`. Data that was read already may still be delivered. */
  pause(): void;
  resume(): void;
  /** Closes the connection. After that only `onClose` is called. */
  close(code: number, reason: string): void;
  /** Sets the listener for everything from now on. */
  listen(listener: TransportListener): void;
}
