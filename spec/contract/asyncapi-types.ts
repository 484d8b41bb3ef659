/** The parts of an AsyncAPI 3.0.0 document that the project reads and writes. */
import type { DocumentInfo } from './document-info.ts';
import type { Components, JsonSchema } from './json-schema.ts';

export interface Reference {
  readonly $ref: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface CorrelationId {
  readonly description: string;
  /** Location as an AsyncAPI runtime expression. */
  readonly location: string;
}

export interface MessageExample {
  /** Examples with the same name belong together: a call and the messages that answer the call. */
  readonly name: string;
  readonly summary: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly payload?: unknown;
}

export interface AsyncApiMessage {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The hub message fields that identify the message. */
  readonly headers: JsonSchema;
  /** Absent if the message has no payload. */
  readonly payload?: JsonSchema;
  readonly correlationId?: CorrelationId | Reference;
  readonly examples: readonly MessageExample[];
  /** JSON pointer to the payload within the hub message. */
  readonly 'x-hub-field'?: string;
  /** Whether the event kind is coalesced for each subscriber. */
  readonly 'x-high-volume'?: true;
  /** The fields by which SubscribeFiltered can narrow this event kind. */
  readonly 'x-filter-fields'?: readonly string[];
  /** The names of the hub method's arguments, in order. */
  readonly 'x-arguments'?: readonly string[];
}

export interface AsyncApiChannel {
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly servers: readonly Reference[];
  readonly tags: readonly Reference[];
  readonly messages: Readonly<Record<string, Reference>>;
  readonly bindings: Reference;
}

interface AsyncApiReply {
  readonly channel: Reference;
  readonly messages: readonly Reference[];
}

export interface AsyncApiOperation {
  /** From the service's point of view: the service receives hub methods and sends callbacks. */
  readonly action: 'send' | 'receive';
  readonly channel: Reference;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** Alternative security schemes: any one of them is enough. */
  readonly security: readonly Reference[];
  readonly tags: readonly Reference[];
  readonly messages: readonly Reference[];
  readonly reply?: AsyncApiReply;
}

/** An encoding that a client can choose in the handshake. */
export interface HubProtocol {
  readonly name: string;
  readonly versions: readonly number[];
  readonly contentType: string;
  readonly transferFormat: string;
  readonly framing: string;
}

export interface AsyncApiServer {
  readonly host: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly description: string;
  /** Connecting needs no security scheme. Instead, each operation lists its own schemes. */
  readonly security: readonly Reference[];
  readonly 'x-hub-protocols': readonly HubProtocol[];
  readonly 'x-hub-limits': Readonly<Record<string, number>>;
}

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: DocumentInfo & {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly tags: readonly Reference[];
  };
  readonly defaultContentType: 'application/json';
  readonly servers: Readonly<Record<string, AsyncApiServer>>;
  readonly channels: Readonly<Record<string, AsyncApiChannel>>;
  readonly operations: Readonly<Record<string, AsyncApiOperation>>;
  readonly components: {
    readonly schemas: Components;
    readonly messages: Readonly<Record<string, AsyncApiMessage>>;
    readonly tags: Readonly<Record<string, Tag>>;
    readonly correlationIds: Readonly<Record<string, CorrelationId>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly channelBindings: Readonly<Record<string, unknown>>;
  };
}
