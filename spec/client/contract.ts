/**
 * Types of the service's requests and responses. In this file, the types are inferred from the contract. Because the
 * package is shipped without zod, `contract/render-client-types.ts` prints the types for the package.
 */
import type { z } from 'zod';
import type { actions } from '../actions/index.ts';
import type { ActionSpec } from '../contract/action-spec.ts';
import type { HubMessageSpec } from '../contract/event-and-message-spec.ts';
import type { OperationInput, OperationSpec } from '../contract/operation-spec.ts';
import type { events } from '../events.ts';
import type { hub } from '../hub.ts';
import type { Operations } from '../rest/index.ts';

export type { ErrorCode } from '../errors.ts';

/** Input and result of each route, keyed by method and path. */
export type Routes = {
  [Id in keyof Operations as Operations[Id]['route']]: {
    input: NoParameters & PathParams<Operations[Id]> & QueryOf<Operations[Id]> & BodyOf<Operations[Id]>;
    answer: AnswerOf<Operations[Id]>;
  };
};

/** Parameters and result of each direct action, keyed by full dotted name. */
export type Actions = {
  [Name in ActionName]: {
    parameters: z.input<SpecOf<Name>['parameters']>;
    result: z.input<SpecOf<Name>['result']>;
  };
};

/** Event data, keyed by dotted event type. */
export type Events = { [Type in keyof typeof events]: z.input<(typeof events)[Type]['data']> };

/** Arguments and results of hub methods, and arguments of callbacks, keyed by name. */
export type HubMessages = {
  [Name in keyof typeof hub]: {
    args: z.input<(typeof hub)[Name]['args']>;
    result: ResultOf<(typeof hub)[Name]>;
  };
};

type NoParameters = Record<never, never>;

type ResultOf<M extends HubMessageSpec> = M['result'] extends z.ZodType ? z.input<M['result']> : undefined;

type Categories = typeof actions;

type ActionName = {
  [Category in keyof Categories & string]: `${Category}.${keyof Categories[Category] & string}`;
}[keyof Categories];

type SpecOf<Name extends string> = Name extends `${infer Category extends keyof Categories}.${infer Rest}`
  ? Extract<Categories[Category][Rest & keyof Categories[Category]], ActionSpec>
  : never;

type PathParams<S extends OperationSpec> = keyof OperationInput<S>['params'] extends never
  ? unknown
  : { params: OperationInput<S>['params'] };

/**
 * Omits query parameters that the service fills in. The other parameters have the type that the service parses them to.
 */
type DeclaredQuery<S extends OperationSpec> = S['query'] extends z.ZodRawShape
  ? ParsedQueryValue<z.input<z.ZodObject<S['query']>>, z.output<z.ZodObject<S['query']>>>
  : unknown;

type ParsedQueryValue<Sent, Taken> = { [Name in keyof Sent]: Name extends keyof Taken ? Taken[Name] : never };

interface FieldsQuery {
  include?: string;
  exclude?: string;
}

interface ListQuery extends FieldsQuery {
  limit?: number;
  offset?: number;
  wrap?: boolean;
}

type FullQuery<S extends OperationSpec> = (S['list'] extends true ? ListQuery : unknown) &
  (S['fields'] extends true ? FieldsQuery : unknown) &
  (S['sync'] extends true ? { sync?: boolean } : unknown) &
  DeclaredQuery<S>;

type QueryOf<S extends OperationSpec> =
  unknown extends FullQuery<S>
    ? unknown
    : NoParameters extends FullQuery<S>
      ? { query?: FullQuery<S> }
      : { query: FullQuery<S> };

type BodyOf<S extends OperationSpec> = S['body'] extends z.ZodType
  ? undefined extends z.input<S['body']>
    ? { body?: z.input<S['body']> }
    : { body: z.input<S['body']> }
  : S['bodyStream'] extends true
    ? { body: Blob | Uint8Array | ReadableStream<Uint8Array> }
    : unknown;

type ReturnedSchema<R> = R extends z.ZodType
  ? z.input<R>
  : R extends `${'image' | 'multipart'}/${string}` | 'application/octet-stream' | '*/*'
    ? Uint8Array
    : R extends string
      ? string
      : never;

type RecordOf<S extends OperationSpec> = ReturnedSchema<S['returns'][keyof S['returns']]>;

type AnswerOf<S extends OperationSpec> = S['list'] extends true
  ? RecordOf<S>[] | { totalCount: number; items: RecordOf<S>[]; hint?: string }
  : RecordOf<S>;
