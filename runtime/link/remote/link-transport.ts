/** Callbacks for the events of a connection. */
export interface TransportListener {
  /** Called with the text or bytes of each message. */
  onMessage(content: string | Buffer): void;
  /** Called for any sign of life other than a message. */
  onActivity(): void;
  /** Called when most of the buffered data has been sent. */
  onDrain(): void;
  onClose(code: number, reason: string): void;
}

/** A connection between controller and runtime, which delivers messages whole and in order. */
export interface LinkTransport {
  send(content: string | Uint8Array): void;
  /** Number of bytes that are waiting to be sent. */
  readonly bufferedBytes: number;
  ping(): void;
  /** Stops reading until `resume` is called. Data that has already been read may still be delivered. */
  pause(): void;
  resume(): void;
  /** Closes the connection. Afterwards, only `onClose` is called. */
  close(code: number, reason: string): void;
  /** Sets the listener, or replaces the previous one. */
  listen(listener: TransportListener): void;
}
