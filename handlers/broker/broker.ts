/** What carries events and calls between a service and its relays (spec/PROTOCOL.md, 'Relays'). */

/** The end of the service. */
export interface ServiceBroker {
  /** The largest message in bytes that the stream takes. */
  readonly maxMessageBytes: number;
  /**
   * Puts a message into the stream: at once, or when the carrier is back. The oldest give way when too many wait.
   * @param id the same when the same message is stored again
   */
  storeMessage(id: string, message: string): void;
  /** What is told is not kept: whoever does not listen misses it. */
  publish(topic: 'state', message: string): void;
  subscribe(topic: 'interest' | 'state', on: (message: string) => void): void;
  /** Answers what relays ask of a run of the service, but for what cannot be read. */
  handleRequests(streamId: string, on: (question: string) => Promise<Uint8Array | undefined>): void;
  close(): Promise<void>;
}

/** Where a relay is in the stream. */
export interface StreamMessage {
  readonly message: string;
  /** How many messages are behind this one. */
  readonly pending: number;
}

/** The end of a relay. */
export interface RelayBroker {
  /**
   * Brings the messages of a service's run, those that the stream still holds first; some may come again.
   * @returns ends it
   */
  consume(streamId: string, on: (followed: StreamMessage) => void): () => void;
  /** How many messages the stream holds of a service's run. */
  countMessages(streamId: string): Promise<number>;
  publish(topic: 'interest', message: string): void;
  subscribe(topic: 'state', on: (message: string) => void): void;
  /** @throws Fault RUNTIME_NOT_CONNECTED where nobody is there to answer, RUNTIME_TIMEOUT */
  request(streamId: string, question: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Called whenever the carrier comes and goes. */
export type OnBrokerState = (state: 'up' | 'away', why: string) => void;
