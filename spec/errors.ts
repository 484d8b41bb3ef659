/** The error catalog: every error that a client can receive, with the call that fixes the error. */
import { lazy } from './lazy.ts';
import { truncateMiddle, truncateTexts } from './truncate-middle.ts';
import { listKeys } from './list-keys.ts';

interface ErrorEntry {
  readonly status: number;
  /** When the error occurs, in one sentence. */
  readonly condition: string;
  /** The call, or the change to the request, that fixes the error. */
  readonly resolution: string;
  /** Whether the description names this code. If not, the code and its status are the project's choice (C-09). */
  readonly named?: true;
}

const defineError = <const E extends ErrorEntry>(e: E): E => e;

export const errors = {
  INVALID_REQUEST: defineError({
    status: 400,
    condition: 'The body is missing or malformed, or one of its fields is invalid',
    resolution: 'GET /openapi.json describes the requests of every route.',
    named: true,
  }),
  INVALID_VALUE: defineError({
    status: 400,
    condition: 'A value cannot be coerced to the type of its port, variable or property',
    resolution: 'GET /api/types shows the accepted shapes under PortValueFormats.',
    named: true,
  }),
  INCOMPATIBLE_TYPES: defineError({
    status: 400,
    condition: 'The types of the two ports are not compatible',
    resolution:
      'POST /api/graphs/{graphId}/connections/validate checks a pair of ports without connecting it.',
    named: true,
  }),
  CYCLIC_CONNECTION: defineError({
    status: 400,
    condition: 'The connection would close a data cycle of pure nodes only',
    resolution:
      'Route the value through a variable or another node that is not pure; GET /api/graphs/{graphId}/connections lists the connections.',
  }),
  INVALID_PARAMETERS: defineError({
    status: 400,
    condition: 'A parameter of a direct action is missing, unknown or of the wrong type',
    resolution: 'GET /api/actions/schema lists the parameters of every action.',
  }),
  INVALID_QUERY: defineError({
    status: 400,
    condition: 'A query parameter is invalid',
    resolution: 'GET /api/toc lists the routes and GET /openapi.json their query parameters.',
  }),
  UNKNOWN_DATA_TYPE: defineError({
    status: 400,
    condition: 'A discovery data type is unknown',
    resolution: 'GET /api/discovery lists the data types.',
  }),
  UNAUTHORIZED: defineError({
    status: 401,
    condition: 'The token is missing or wrong',
    resolution:
      'Send the token in the X-API-Key header; GET /api/health names the file that holds it to callers on this machine.',
  }),
  API_DISABLED: defineError({
    status: 403,
    condition: 'The external API is switched off',
    resolution: 'Switch it on in the controller settings; GET /api/health reports apiEnabled.',
    named: true,
  }),
  ORIGIN_FORBIDDEN: defineError({
    status: 403,
    condition: 'A browser page called from an origin that is not on this machine',
    resolution:
      'Call from a page served on localhost, or without a browser; GET /api/health answers from any origin.',
  }),
  CLIENT_NOT_ALLOWED: defineError({
    status: 403,
    condition: 'The address of the client is not on the allow-list',
    resolution: 'Add the address to the allow-list in the controller settings, then retry GET /api/health.',
  }),
  ROUTE_NOT_FOUND: defineError({
    status: 404,
    condition: 'No route has this path',
    resolution: 'GET /api/toc lists the routes.',
  }),
  GRAPH_NOT_FOUND: defineError({
    status: 404,
    condition: 'No graph has this id',
    resolution: 'GET /api/graphs lists the graphs.',
    named: true,
  }),
  NODE_NOT_FOUND: defineError({
    status: 404,
    condition: 'No node has this id',
    resolution: 'GET /api/graphs/{graphId}/nodes lists the nodes of a graph.',
  }),
  CONNECTION_NOT_FOUND: defineError({
    status: 404,
    condition: 'No connection has this id',
    resolution: 'GET /api/graphs/{graphId}/connections lists the connections of a graph.',
  }),
  PORT_NOT_FOUND: defineError({
    status: 404,
    condition: 'No port has this id',
    resolution: 'GET /api/graphs/{graphId}/nodes lists the nodes of a graph with their port ids.',
    named: true,
  }),
  VARIABLE_NOT_FOUND: defineError({
    status: 404,
    condition: 'No variable has this id',
    resolution: 'GET /api/variables lists the variables.',
  }),
  CATEGORY_NOT_FOUND: defineError({
    status: 404,
    condition: 'No visible category of node types has this name',
    resolution: 'GET /api/node-types lists the categories.',
  }),
  NODE_TYPE_NOT_FOUND: defineError({
    status: 404,
    condition: 'No visible node type has this enum value',
    resolution: 'GET /api/node-types/enum-values lists the enum values.',
  }),
  ERROR_CODE_NOT_FOUND: defineError({
    status: 404,
    condition: 'The error catalog has no such code',
    resolution: 'GET /api/errors lists the codes.',
  }),
  ACTION_NOT_FOUND: defineError({
    status: 404,
    condition: 'No direct action has this name',
    resolution: 'GET /api/actions/schema lists the actions.',
  }),
  OBJECT_NOT_FOUND: defineError({
    status: 404,
    condition: 'No scene object has this tag (422 when an action fails with it)',
    resolution: 'POST /api/actions/scene/objects.list lists the scene objects.',
  }),
  COMPONENT_NOT_FOUND: defineError({
    status: 404,
    condition: 'The scene object has no such component',
    resolution: 'GET /api/discovery/components-info lists the components that objects can carry.',
  }),
  ASSET_NOT_FOUND: defineError({
    status: 404,
    condition: 'No asset has this tag',
    resolution: 'GET /api/discovery/runtime-assets lists the assets.',
    named: true,
  }),
  CLIP_NOT_FOUND: defineError({
    status: 404,
    condition: 'The scene object has no such clip (422 when an action fails with it)',
    resolution: 'POST /api/actions/animation/clips lists the clips of a scene object.',
  }),
  PROPERTY_NOT_FOUND: defineError({
    status: 404,
    condition: 'The asset or component has no such property',
    resolution:
      'Property names are case-sensitive; GET /api/discovery/components-info lists components and GET /api/discovery/runtime-assets assets.',
    named: true,
  }),
  DEV_ENDPOINT_UNAVAILABLE: defineError({
    status: 404,
    condition: 'The host is not a debug build',
    resolution:
      'Name folders under nodeImages in the settings file, whose path GET /api/health reports to callers on this machine.',
    named: true,
  }),
  METHOD_NOT_ALLOWED: defineError({
    status: 405,
    condition: 'The path does not support this method',
    resolution: 'The Allow header names the methods; GET /api/toc lists the routes.',
  }),
  TYPE_IMMUTABLE: defineError({
    status: 405,
    condition: 'Only trigger ports can be disabled or enabled',
    resolution: 'GET /api/graphs/{graphId}/nodes shows the type of every port.',
    named: true,
  }),
  REQUEST_TIMEOUT: defineError({
    status: 408,
    condition: 'The request was not received completely in time',
    resolution:
      'Send it again on another connection; GET /api/health answers when the service can be reached.',
  }),
  DUPLICATE_CONNECTION: defineError({
    status: 409,
    condition: 'The pair of ports is already connected',
    resolution: 'GET /api/graphs/{graphId}/connections lists the connections.',
    named: true,
  }),
  DUPLICATE_PATH: defineError({
    status: 409,
    condition: 'A graph exists at the path and replace is not true',
    resolution: 'GET /api/graphs lists the paths in use; POST /api/graphs?replace=true replaces a graph.',
    named: true,
  }),
  DUPLICATE_NAME: defineError({
    status: 409,
    condition: 'The name is already used in this scope',
    resolution: 'GET /api/variables lists the names in use.',
  }),
  NO_PROJECT: defineError({
    status: 409,
    condition: 'No project is open',
    resolution:
      'Start the service with a project (scene-runtime serve --project FOLDER); GET /api/health names the open project.',
    named: true,
  }),
  GRAPH_RUNNING: defineError({
    status: 409,
    condition: 'The graph is running',
    resolution: 'POST /api/graphs/{graphId}/stop stops it.',
    named: true,
  }),
  GRAPH_NOT_SYNCED: defineError({
    status: 409,
    condition: 'The graph has never been synchronized to the runtime',
    resolution: 'POST /api/graphs/{graphId}/sync synchronizes it.',
  }),
  NO_SAVED_LAYOUT: defineError({
    status: 409,
    condition: 'No positions from before a layout are saved',
    resolution:
      'POST /api/graphs/{graphId}/layout saves them; GET /api/graphs/{graphId}/layout/saved reports whether there are any.',
  }),
  NOTHING_TO_UNDO: defineError({
    status: 409,
    condition: 'The history of the graph has no such steps',
    resolution: 'GET /api/graphs/{graphId}/history lists the steps with the clients that made them.',
  }),
  LAYER_OCCUPIED: defineError({
    status: 409,
    condition: 'Another live playback uses the animation layer',
    resolution:
      'Choose another layer, or stop the playback that uses this one; GET /api/actions/schema lists the actions for that.',
    named: true,
  }),
  REVISION_CONFLICT: defineError({
    status: 412,
    condition:
      'If-Match names a revision of the graph or a hash of the file that is not the current one, If-None-Match names the current one, or others have built on what is undone',
    resolution: 'GET /api/graphs/{graphId} returns the current revision as its ETag.',
  }),
  PAYLOAD_TOO_LARGE: defineError({
    status: 413,
    condition: 'The body is larger than the route accepts, or the service has no memory for it at the moment',
    resolution:
      'Split the request, or wait as Retry-After says; GET /openapi.json names the limit of each route.',
  }),
  RANGE_NOT_SATISFIABLE: defineError({
    status: 416,
    condition: 'The range starts after the end of the file',
    resolution: 'GET /api/assets/files lists the sizes of the files.',
  }),
  UNSUPPORTED_MEDIA_TYPE: defineError({
    status: 415,
    condition: 'The content type of the body is not JSON, or the body is compressed',
    resolution:
      'Send application/json, text/json or a +json type, without a Content-Encoding; GET /openapi.json shows the body of every route.',
  }),
  ACTION_FAILED: defineError({
    status: 422,
    condition: 'The runtime processed the command and it failed',
    resolution:
      'GET /api/actions/schema describes what an action accepts and needs; GET /api/console shows what the runtime has logged.',
  }),
  LAYOUT_FAILED: defineError({
    status: 422,
    condition: 'The nodes could not be arranged, or not in time; no node was moved',
    resolution:
      'POST /api/graphs/{graphId}/layout with another mode or fewer nodeIds; GET /api/console shows the details.',
  }),
  OPERATION_SKIPPED: defineError({
    status: 424,
    condition: 'An operation before has failed, and the batch stops on failure',
    resolution: 'Correct the operation that failed, and send it with those after it: POST /api/batch.',
  }),
  UPGRADE_REQUIRED: defineError({
    status: 426,
    condition: 'The hub address was called without a WebSocket upgrade',
    resolution:
      'Connect by WebSocket with a client of the SignalR hub protocol, or POST /api/events/negotiate first; GET /api/events/types describes the hub.',
  }),
  EXPECTATION_FAILED: defineError({
    status: 417,
    condition: 'The Expect header is not 100-continue',
    resolution: 'Send the request without the Expect header; GET /api/toc lists the routes.',
  }),
  RATE_LIMITED: defineError({
    status: 429,
    condition: 'Too many wrong tokens came from this address',
    resolution: 'Wait for the seconds in Retry-After; GET /api/health names the file that holds the token.',
  }),
  HEADERS_TOO_LARGE: defineError({
    status: 431,
    condition: 'The request headers are too large',
    resolution: 'Send fewer or shorter headers and a shorter path; GET /api/toc lists the routes.',
  }),
  SAVE_FAILED: defineError({
    status: 500,
    condition: 'A file of the project could not be written or deleted',
    resolution:
      'Free disk space or grant permission, then repeat the call; GET /api/health reports since when work is unsaved.',
  }),
  INTERNAL_ERROR: defineError({
    status: 500,
    condition: 'The service failed to handle the request or to write the response',
    resolution:
      'The log of the service has the cause; GET /api/health reports whether the service still works.',
  }),
  RUNTIME_NOT_CONNECTED: defineError({
    status: 503,
    condition: 'The route needs the runtime, which is not connected',
    resolution: 'GET /api/health reports runtimeConnected.',
    named: true,
  }),
  RUNTIME_TIMEOUT: defineError({
    status: 504,
    condition: 'The runtime did not answer in time',
    resolution: 'GET /api/health reports runtimeConnected; retry when the runtime responds again.',
  }),
} as const;

export type ErrorCode = keyof typeof errors;

export const errorCodes = listKeys(errors);

/**
 * Returns the status for an action that fails in the runtime with the given code. The status is 422, unless the
 * description gives the code its own status or the call itself is invalid (C-74). If the runtime can't write a file,
 * the command has failed, not the service. An action that the runtime doesn't support counts as unknown.
 */
export const getActionErrorStatus = (code: ErrorCode): number => {
  const { status, named }: ErrorEntry = errors[code];
  if (named || code === 'ACTION_NOT_FOUND') return status;
  return status === 404 || status === 409 || code === 'SAVE_FAILED' ? 422 : status;
};

/** Help that programs can read, such as valid options, the failing index or similar names. */
type ErrorDetails = Readonly<Record<string, unknown>>;

/** A declared error that is returned to the client that sent a REST call, a batch operation or a hub command. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The sentence that describes this particular case, without the resolution. */
  readonly reason: string;
  /** How to fix the error: the resolution from the catalog, or a resolution for this particular case. */
  readonly resolution: string;
  readonly #details: () => ErrorDetails | undefined;

  /**
   * Creates an error with a code from the catalog.
   * @param details the details, or a function that creates the details when they are read, because graphs that fail in
   * every frame never read them
   */
  constructor(
    code: ErrorCode,
    reason: string = `${errors[code].condition}.`,
    details?: ErrorDetails | (() => ErrorDetails),
    resolution: string = errors[code].resolution,
    status: number = errors[code].status,
  ) {
    const truncatedReason = truncateMiddle(reason);
    super(`${truncatedReason} ${resolution}`);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.reason = truncatedReason;
    this.#details = lazy(
      () => truncateTexts(typeof details === 'function' ? details() : details) as ErrorDetails | undefined,
    );
    this.resolution = resolution;
  }

  get details(): ErrorDetails | undefined {
    return this.#details();
  }

  /** Returns the error envelope defined in the description: `{error: {code, message, details?}}`. */
  toEnvelope(): ErrorEnvelope {
    const { code, message, details } = this;
    return { error: { code, message, ...(details && { details }) } };
  }
}

export interface ErrorEnvelope {
  error: { code: string; message: string; details?: ErrorDetails };
}
