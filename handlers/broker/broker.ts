/** Transfers events and calls between a service and its relays (spec/PROTOCOL.md, 'Relays'). */

/** A service's connection to the broker. */
export interface ServiceBroker {
  /** The maximum size in bytes of a message that the stream accepts. */
  readonly maxMessageBytes: number;
  /**
   * Stores a message in the stream, either immediately or when the broker is connected again. If too many messages are
   * waiting, the oldest messages are dropped.
   * @param id an id of the message; storing the same message again requires the same id
   */
  storeMessage(id: string, message: string): void;
  /** Publishes a message that is not stored, so that only current listeners receive it. */
  publish(topic: 'state', message: string): void;
  subscribe(topic: 'interest' | 'state', on: (message: string) => void): void;
  /** Responds to requests that relays send to a run of the service. Malformed requests receive no response. */
  handleRequests(streamId: string, on: (relayRequest: string) => Promise<Uint8Array | undefined>): void;
  close(): Promise<void>;
}

/** A message from the stream. */
export interface StreamMessage {
  readonly message: string;
  /** The number of stored messages that follow this message. */
  readonly pending: number;
}

/** A relay's connection to the broker. */
export interface RelayBroker {
  /**
   * Delivers the messages of a run of the service, beginning with the messages that are already stored. Some messages
   * may be delivered twice.
   * @returns a function that stops the delivery
   */
  consume(streamId: string, on: (streamMessage: StreamMessage) => void): () => void;
  /** Returns the number of stored messages of a run of the service. */
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

/** Called whenever the connection to the broker is established or lost. */
export type OnBrokerState = (state: 'up' | 'away', reason: string) => void;
