/** The parts of an AsyncAPI 3.0.0 document that the project writes and reads. */
import type { Components, JsonSchema } from './json-schema.ts';

export interface Reference {
  readonly $ref: string;
}

export interface AsyncApiMessage {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: 'application/json';
  readonly payload: JsonSchema;
  readonly examples?: readonly {
    readonly name: string;
    readonly payload: Readonly<Record<string, unknown>>;
  }[];
  /** The kind is coalesced for each subscriber. */
  readonly 'x-high-volume'?: true;
  /** The fields that SubscribeFiltered can narrow this kind by. */
  readonly 'x-filter-fields'?: readonly string[];
  /** The arguments of a hub method by name, in order. */
  readonly 'x-arguments'?: readonly string[];
}

export interface AsyncApiChannel {
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly messages: Readonly<Record<string, Reference>>;
}

export interface AsyncApiOperation {
  /** From the service's side: it receives hub methods and sends callbacks. */
  readonly action: 'send' | 'receive';
  readonly channel: Reference;
  readonly title: string;
  readonly summary: string;
  readonly security?: readonly Reference[];
  readonly messages: readonly Reference[];
}

export interface AsyncApiServer {
  readonly host: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly description: string;
}

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly defaultContentType: 'application/json';
  readonly servers: Readonly<Record<string, AsyncApiServer>>;
  readonly channels: Readonly<Record<string, AsyncApiChannel>>;
  readonly operations: Readonly<Record<string, AsyncApiOperation>>;
  readonly components: {
    readonly schemas: Components;
    readonly messages: Readonly<Record<string, AsyncApiMessage>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
