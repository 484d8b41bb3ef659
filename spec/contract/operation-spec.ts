import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ChoiceId } from './choice-marks.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Route = `${Method} /${string}`;

/** The groups of `GET /api/schemas/layer1`, and those of the remaining routes. */
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

/** Default maximum request body in bytes (C-13). */
export const defaultMaxBodyBytes = 4 * 1024 * 1024;

/** Declares a REST operation. Routing, validation and all documents derive from it. */
export interface OperationSpec {
  readonly route: Route;
  readonly area: Area;
  readonly summary: string;
  readonly description?: string;
  /**
   * Free operations answer without a token and while the API is off. Those of the hub's door are refused while it is
   * off, and ask for the token where the settings say so. Gated is the default. Those for agents are gated, and take the
   * token as a Bearer token, too.
   */
  readonly tier?: 'free' | 'hub' | 'agents';
  /** The entry in CHOICES.md, if the whole operation is the project's choice. */
  readonly choice?: ChoiceId;
  readonly query?: z.ZodRawShape;
  readonly body?: z.ZodType;
  /** Maximum body in bytes; `defaultMaxBodyBytes` by default. */
  readonly bodyLimit?: number;
  /** Accepts limit, offset, wrap, include and exclude, and returns X-Total-Count. `returns` declares the item. */
  readonly list?: true;
  /** The entry in CHOICES.md, when it is the project's choice that the answer is a list. */
  readonly listChoice?: ChoiceId;
  /** Hint for an empty list: sent in the header X-Hint, and as `hint` if wrapped. */
  readonly hint?: string;
  /** Accepts include and exclude for its single record. */
  readonly fields?: true;
  /**
   * Accepts `sync`, which has the pipeline push the change to the runtime after it is made. Every write of the graph
   * editing layer says whether it does; false is for those that change nothing that a runtime could hold. Property
   * writes take it too, and are in the runtime already.
   */
  readonly sync?: boolean;
  /** Can fail with 503, 504 and 422, depending on the runtime. */
  readonly needs?: 'runtime';
  /** Returns a page instead of the record to a browser. */
  readonly page?: true;
  /** The entry in CHOICES.md of `form`, by which the answer comes as signatures: plain text, a line for each thing. */
  readonly signatures?: ChoiceId;
  /** Schema by success status; a string is the content type of a body that is not JSON. */
  readonly returns: Readonly<Record<number, z.ZodType | string>>;
  /** Successes without a body: their descriptions, by status. */
  readonly bodiless?: Readonly<Record<number, string>>;
  readonly errors?: readonly ErrorCode[];
  /** Error codes of an action in the runtime. */
  readonly refusals?: readonly ErrorCode[];
}

/** Declares one REST operation; its literal types carry through to the handler that serves it. */
export const defineOperation = <const S extends OperationSpec>(spec: S): S => spec;

type RoutePath<R> = R extends `${Method} ${infer P}` ? P : never;

type ParamNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type ParsedQuery<S extends OperationSpec> = S['query'] extends z.ZodRawShape
  ? z.output<z.ZodObject<S['query']>>
  : unknown;

/** What a handler receives, already validated: path parameters, query and body. */
export interface OperationInput<S extends OperationSpec> {
  readonly params: Readonly<Record<ParamNames<RoutePath<S['route']>>, string>>;
  readonly query: ParsedQuery<S>;
  readonly body: S['body'] extends z.ZodType ? z.output<S['body']> : undefined;
}

type ReturnedSchemas<S extends OperationSpec> = Extract<S['returns'][keyof S['returns']], z.ZodType>;

type ContentType<S extends OperationSpec> = Extract<S['returns'][keyof S['returns']], string>;

type BytesType = `image/${string}` | 'application/octet-stream';

/** Text, or its bytes, or, of an image and the like, bytes alone. */
type RawBody<S extends OperationSpec> =
  ContentType<S> extends never ? never : ContentType<S> extends BytesType ? Uint8Array : string | Uint8Array;

/** What a handler may return: the declared record, or all records of a list (paged by the pipeline). */
export type OperationOutput<S extends OperationSpec> =
  | (S['list'] extends true ? readonly z.input<ReturnedSchemas<S>>[] : z.input<ReturnedSchemas<S>>)
  | RawBody<S>
  | (S['page'] extends true ? string : never);

/** The codes that an operation declares, and those its marks imply. */
export type OperationErrorCode<S extends OperationSpec> =
  | (S['errors'] extends readonly (infer C)[] ? C : never)
  | (S['refusals'] extends readonly (infer C)[] ? C : never)
  | (S['needs'] extends 'runtime' ? 'RUNTIME_NOT_CONNECTED' | 'RUNTIME_TIMEOUT' | 'ACTION_FAILED' : never);

/**
 * Whether an operation is about one graph, named by an id in its path, whose revision it answers as an ETag
 * (register: C-01).
 */
export const hasGraphRevision = ({ route }: OperationSpec): boolean => /\{(graph|node|port)Id\}/.test(route);

const editingAreas: readonly Area[] = ['graphs', 'nodes', 'connections', 'ports', 'variables', 'layout'];

/** Whether an operation edits the project: its success means that the edit is saved (C-293). */
export const editsProject = ({ sync, area }: OperationSpec): boolean =>
  sync === true && editingAreas.includes(area);

/** Whether an operation fails if If-Match names another revision of its graph. */
export const editsGraph = (operation: OperationSpec): boolean =>
  hasGraphRevision(operation) && !operation.route.startsWith('GET ');

/** Whether a call of an operation can carry If-Match; for a batch, it applies to the edits in it (C-70). */
export const acceptsIfMatch = (operation: OperationSpec): boolean =>
  editsGraph(operation) || operation.area === 'batch';

/** Whether a body of this content type is binary rather than text. */
export const isBinaryContentType = (contentType: string): boolean =>
  contentType.startsWith('image/') || contentType === 'application/octet-stream';

/** Splits a route into its method and path template. */
export const splitRoute = (route: Route): { method: Method; path: string } => {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
};

/** The names in braces of a path template, in order. */
export const listPathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
