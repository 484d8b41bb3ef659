import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ChoiceId } from './choice-marks.ts';
import type { FileRequestHeader, FileResponseHeader } from './file-headers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Route = `${Method} /${string}`;

/** The groups in `GET /api/schemas/layer1`, and those of all other routes. */
export type Area =
  | 'graphs'
  | 'nodes'
  | 'connections'
  | 'ports'
  | 'variables'
  | 'layout'
  | 'batch'
  | 'discovery'
  | 'console'
  | 'properties'
  | 'assets'
  | 'actions'
  | 'scene'
  | 'meta'
  | 'security'
  | 'hub';

/** A body that is read while it arrives. Reading fails if the client leaves or stalls. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
  /** The announced number of bytes; `undefined` if it is unknown. */
  readonly length: number | undefined;
}

/** Default maximum size of a request body in bytes (C-13). */
export const defaultMaxBodyBytes = 4 * 1024 * 1024;

/** Declares a REST operation. Routing, validation and all documents are derived from this declaration. */
export interface OperationSpec {
  readonly route: Route;
  readonly area: Area;
  readonly summary: string;
  readonly description?: string;
  /**
   * Who may call the operation. Gated operations (the default) need the token and an enabled API. Free operations need
   * neither. Hub operations need an enabled API, and the token if the settings require it. Operations for agents are
   * gated, and also accept a Bearer token. Media operations are gated, and also accept the token where the hub does,
   * because an `<img>` can't send headers.
   */
  readonly tier?: 'free' | 'hub' | 'agents' | 'media';
  /** The id of the choice in CHOICES.md, if the whole operation is the project's choice. */
  readonly choice?: ChoiceId;
  readonly query?: z.ZodRawShape;
  readonly body?: z.ZodType;
  /**
   * Means that the body is a file of any media type, which the handler reads while the body arrives. Such an operation
   * can't be part of a batch.
   */
  readonly bodyStream?: true;
  /** Whether the last parameter of the path also matches slashes that aren't encoded. */
  readonly matchesSlashes?: true;
  /** The headers that requests may have and that successful responses have, besides those of all operations. */
  readonly fileHeaders?: {
    readonly request: readonly FileRequestHeader[];
    readonly response: readonly FileResponseHeader[];
  };
  /** Maximum size of the body in bytes. The default is `defaultMaxBodyBytes`. */
  readonly bodyLimit?: number;
  /**
   * Whether the operation returns a list. If so, it accepts limit, offset, wrap, include and exclude, and returns
   * X-Total-Count. `returns` then declares the item.
   */
  readonly list?: true;
  /** The id of the choice in CHOICES.md, if it is the project's choice that this operation returns a list. */
  readonly listChoice?: ChoiceId;
  /** Hint for an empty list. The hint is sent in the header X-Hint and, if the list is wrapped, as `hint`. */
  readonly hint?: string;
  /** Whether the operation accepts include and exclude for a single record. */
  readonly fields?: true;
  /**
   * Whether the operation accepts `sync`, with which the pipeline pushes the change to the runtime. Every write in the
   * graph editing layer declares this field, with false if a runtime can't observe the change. Property writes also
   * accept `sync`, but always reach the runtime.
   */
  readonly sync?: boolean;
  /** Means that the operation can fail with 503, 504 and 422, depending on the runtime. */
  readonly needs?: 'runtime';
  /** Whether browsers receive an HTML page instead of the record. */
  readonly page?: true;
  /**
   * The id of the choice in CHOICES.md for the parameter `form`, which makes the response plain text with one signature
   * per line.
   */
  readonly signatures?: ChoiceId;
  /** Schemas, keyed by success status. A string is the content type of a body that is not JSON, or several. */
  readonly returns: Readonly<Record<number, z.ZodType | string>>;
  /** Descriptions of success responses without a body, keyed by status. */
  readonly emptyResponses?: Readonly<Record<number, string>>;
  readonly errors?: readonly ErrorCode[];
  /** Error codes with which the runtime can reject the action. */
  readonly runtimeErrors?: readonly ErrorCode[];
}

/** Declares a REST operation. The types of its handler are derived from this declaration. */
export const defineOperation = <const S extends OperationSpec>(spec: S): S => spec;

type RoutePath<R> = R extends `${Method} ${infer P}` ? P : never;

type ParamNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type ParsedQuery<S extends OperationSpec> = (S['query'] extends z.ZodRawShape
  ? z.output<z.ZodObject<S['query']>>
  : unknown) &
  (S['list'] extends true ? ListQuery : unknown);

/** The parameters that select a page of a list and the fields of its items. */
interface ListQuery {
  readonly limit?: number;
  readonly offset: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The input that a handler receives after validation: path parameters, query and body. */
export interface OperationInput<S extends OperationSpec> {
  readonly params: Readonly<Record<ParamNames<RoutePath<S['route']>>, string>>;
  readonly query: ParsedQuery<S>;
  readonly body: S['body'] extends z.ZodType
    ? z.output<S['body']>
    : S['bodyStream'] extends true
      ? BodyStream
      : undefined;
}

type ReturnedSchemas<S extends OperationSpec> = Extract<S['returns'][keyof S['returns']], z.ZodType>;

type ContentType<S extends OperationSpec> = Extract<S['returns'][keyof S['returns']], string>;

type BytesType = `${'image' | 'multipart'}/${string}` | 'application/octet-stream' | '*/*';

/** The body as text or as bytes. Images and binary content are always bytes. */
type RawBody<S extends OperationSpec> =
  ContentType<S> extends never ? never : ContentType<S> extends BytesType ? Uint8Array : string | Uint8Array;

/**
 * The value that a handler may return: the declared record, or all records of a list, which the pipeline then pages.
 */
export type OperationOutput<S extends OperationSpec> =
  | (S['list'] extends true ? readonly z.input<ReturnedSchemas<S>>[] : z.input<ReturnedSchemas<S>>)
  | RawBody<S>
  | (S['page'] extends true ? string : never);

/** The error codes that an operation declares, and those that its marks imply. */
export type OperationErrorCode<S extends OperationSpec> =
  | (S['errors'] extends readonly (infer C)[] ? C : never)
  | (S['runtimeErrors'] extends readonly (infer C)[] ? C : never)
  | (S['needs'] extends 'runtime' ? 'RUNTIME_NOT_CONNECTED' | 'RUNTIME_TIMEOUT' | 'ACTION_FAILED' : never);

/** Whether the path identifies one graph, so that the response contains the graph's revision as an ETag (C-01). */
export const hasGraphRevision = ({ route }: OperationSpec): boolean => /\{(graph|node|port)Id\}/.test(route);

const editingAreas: readonly Area[] = ['graphs', 'nodes', 'connections', 'ports', 'variables', 'layout'];

/** Whether an operation edits the project. If so, a success response means that the edit has been saved (C-293). */
export const editsProject = ({ sync, area }: OperationSpec): boolean =>
  sync === true && editingAreas.includes(area);

/** Whether an operation fails if If-Match names a revision other than the graph's current revision. */
export const editsGraph = (operation: OperationSpec): boolean =>
  hasGraphRevision(operation) && !operation.route.startsWith('GET ');

/** Whether an operation accepts If-Match. In a batch, If-Match applies to the edits in the batch (C-70). */
export const acceptsIfMatch = (operation: OperationSpec): boolean =>
  editsGraph(operation) || operation.area === 'batch';

export const isBinaryContentType = (contentType: string): boolean =>
  /^(font|image|multipart)\/|^(application\/octet-stream|\*\/\*)$/.test(contentType);

export const splitRoute = (route: Route): { method: Method; path: string } => {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
};

/** Returns the names in braces in a path template, in order. */
export const listPathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
