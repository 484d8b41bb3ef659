/** What comes over a wire. */
export interface TransportListener {
  /** A message, as text or as bytes, in the form in which it was sent. */
  onMessage(content: string | Buffer): void;
  /** Any other sign of life. */
  onActivity(): void;
  /** What waited has been sent for the most part. */
  onDrain(): void;
  onClose(code: number, reason: string): void;
}

/** A connection between a controller and a runtime that brings messages whole and in order. */
export interface LinkTransport {
  send(content: string | Uint8Array): void;
  /** Bytes that were to be sent and have not left yet. */
  readonly bufferedBytes: number;
  /** Asks the other side for a sign of life. */
  ping(): void;
  /** Reads nothing more until `resume`; what was read already may still come. */
  pause(): void;
  resume(): void;
  /** Ends it; nothing comes any more but `closed`. */
  close(code: number, reason: string): void;
  /** Has everything from now on told to one listener. */
  listen(listener: TransportListener): void;
}
