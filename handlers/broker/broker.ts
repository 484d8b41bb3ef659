/** Carries events and calls between a service and its relays (spec/PROTOCOL.md, 'Relays'). */

/** The broker connection of a service. */
export interface ServiceBroker {
  /** The largest message that the stream accepts, in bytes. */
  readonly maxMessageBytes: number;
  /**
   * Stores a message in the stream, at once or when the broker is connected again. The oldest are dropped when too many
   * wait.
   * @param id the same when the same message is stored again
   */
  storeMessage(id: string, message: string): void;
  /** Publishes a message that is not stored: only current listeners get it. */
  publish(topic: 'state', message: string): void;
  subscribe(topic: 'interest' | 'state', on: (message: string) => void): void;
  /** Answers requests of relays to a run of the service. Malformed requests get no response. */
  handleRequests(streamId: string, on: (relayRequest: string) => Promise<Uint8Array | undefined>): void;
  close(): Promise<void>;
}

/** A message of the stream. */
export interface StreamMessage {
  readonly message: string;
  /** How many stored messages come after this one. */
  readonly pending: number;
}

/** The broker connection of a relay. */
export interface RelayBroker {
  /**
   * Delivers the messages of a run of the service, stored ones first. Some may arrive twice.
   * @returns a function that stops it
   */
  consume(streamId: string, on: (streamMessage: StreamMessage) => void): () => void;
  /** Counts the stored messages of a run of the service. */
  countMessages(streamId: string): Promise<number>;
  publish(topic: 'interest', message: string): void;
  subscribe(topic: 'state', on: (message: string) => void): void;
  /**
   * @throws ApiError RUNTIME_NOT_CONNECTED if the service can't be reached, RUNTIME_TIMEOUT if it doesn't respond in
   * time
   */
  request(streamId: string, relayRequest: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Called whenever the broker connects or disconnects. */
export type OnBrokerState = (state: 'up' | 'away', reason: string) => void;
