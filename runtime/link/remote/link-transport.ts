/** Handles the events of a connection. */
export interface TransportListener {
  /** Called with each message, as text or bytes. */
  onMessage(content: string | Buffer): void;
  /** Called for any other sign of life. */
  onActivity(): void;
  /** Called when most of the buffered data is sent. */
  onDrain(): void;
  onClose(code: number, reason: string): void;
}

/** A connection between controller and runtime. It delivers messages completely and in order. */
export interface LinkTransport {
  send(content: string | Uint8Array): void;
  /** Bytes that wait to be sent. */
  readonly bufferedBytes: number;
  ping(): void;
  /** Stops reading until `resume`. Data that was read already may still be delivered. */
  pause(): void;
  resume(): void;
  /** Closes the connection. Afterwards only `onClose` is called. */
  close(code: number, reason: string): void;
  /** Sets or replaces the listener. */
  listen(listener: TransportListener): void;
}
