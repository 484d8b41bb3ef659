/** Everything that a client can be told has gone wrong, with the call that mends it. */
import { lazy } from './lazy.ts';
import { truncateMiddle, truncateTexts } from './truncate-middle.ts';

interface ErrorEntry {
  readonly status: number;
  /** When it happens, in one sentence. */
  readonly condition: string;
  /** The call, or the change of the request, that mends it. */
  readonly resolution: string;
  /** The description names this code; otherwise code and status are choice C-09. */
  readonly named?: true;
}

const defineError = <const E extends ErrorEntry>(e: E): E => e;

export const errors = {
  INVALID_REQUEST: defineError({
    status: 400,
    condition: 'The body is missing or malformed, or a field of it is not as documented',
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
    condition: 'A connection was asked for between ports whose types do not connect',
    resolution: 'POST /api/graphs/{graphId}/connections/validate tries a pair without wiring it.',
    named: true,
  }),
  CYCLIC_CONNECTION: defineError({
    status: 400,
    condition: 'A connection would close a data cycle made of pure nodes only',
    resolution:
      'Route the value through a variable or another node that is not pure; GET /api/graphs/{graphId}/connections lists the wires.',
  }),
  INVALID_PARAMETERS: defineError({
    status: 400,
    condition: 'A parameter of a direct action is missing, unknown or of the wrong type',
    resolution: 'GET /api/actions/schema lists the parameters of every action.',
  }),
  INVALID_QUERY: defineError({
    status: 400,
    condition: 'A query parameter is not as documented',
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
    condition: 'A browser page from an origin that is not on this machine made the call',
    resolution: 'Call from a page served on localhost, or without a browser; GET /api/health answers either.',
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
    condition: 'No scene object has this tag (as the refusal of an action: 422)',
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
    condition: 'The scene object has no such clip (as the refusal of an action: 422)',
    resolution: 'POST /api/actions/animation/clips lists the clips of a scene object.',
  }),
  PROPERTY_NOT_FOUND: defineError({
    status: 404,
    condition: 'The asset or component has no such property',
    resolution:
      'Names of properties are case-sensitive; GET /api/discovery/components-info lists components and GET /api/discovery/runtime-assets assets.',
    named: true,
  }),
  DEV_ENDPOINT_UNAVAILABLE: defineError({
    status: 404,
    condition: 'The host is not a debug build',
    resolution:
      'Name folders under nodeImages in the settings file, which GET /api/health names to callers without a token.',
    named: true,
  }),
  METHOD_NOT_ALLOWED: defineError({
    status: 405,
    condition: 'The path exists, but not with this method',
    resolution: 'The Allow header names the methods; GET /api/toc lists the routes.',
  }),
  TYPE_IMMUTABLE: defineError({
    status: 405,
    condition: 'A port that is not a trigger was to be disabled or enabled',
    resolution: 'GET /api/graphs/{graphId}/nodes shows the type of every port.',
    named: true,
  }),
  REQUEST_TIMEOUT: defineError({
    status: 408,
    condition: 'The request did not come to its end in time',
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
    resolution:
      'GET /api/graphs lists the paths in use; POST /api/graphs?replace=true puts a new graph in the place of one.',
    named: true,
  }),
  DUPLICATE_NAME: defineError({
    status: 409,
    condition: 'The name is taken in this scope',
    resolution: 'GET /api/variables lists the names in use.',
  }),
  NO_PROJECT: defineError({
    status: 409,
    condition: 'No project is open',
    resolution:
      'Start the service with a project (scene-runtime serve --project FOLDER); GET /api/health names the one that is open.',
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
    condition: 'The graph has never been synchronised to the runtime',
    resolution: 'POST /api/graphs/{graphId}/sync synchronises it.',
  }),
  NO_SAVED_LAYOUT: defineError({
    status: 409,
    condition: 'No positions from before a layout are saved',
    resolution: 'POST /api/graphs/{graphId}/layout saves them; GET /api/graphs/{graphId}/layout/saved tells.',
  }),
  LAYER_OCCUPIED: defineError({
    status: 409,
    condition: 'The animation layer is held by another live playback',
    resolution:
      'Choose another layer, or stop what holds this one; GET /api/actions/schema lists the actions that do.',
    named: true,
  }),
  REVISION_CONFLICT: defineError({
    status: 412,
    condition: 'If-Match names another revision of the graph than the present one',
    resolution: 'GET /api/graphs/{graphId} answers the present revision as its ETag.',
  }),
  PAYLOAD_TOO_LARGE: defineError({
    status: 413,
    condition: 'The body is larger than the route accepts, or there is no room for it at the moment',
    resolution:
      'Split the request, or wait as Retry-After says; GET /openapi.json names the limit of each route.',
  }),
  UNSUPPORTED_MEDIA_TYPE: defineError({
    status: 415,
    condition: 'The body is not JSON by its content type, or compressed',
    resolution:
      'Send application/json, text/json or a +json type, without a Content-Encoding; GET /openapi.json shows the body of every route.',
  }),
  ACTION_FAILED: defineError({
    status: 422,
    condition: 'The runtime processed the command and it failed',
    resolution:
      'GET /api/actions/schema says what an action takes and depends on; GET /api/console shows what the runtime has logged.',
  }),
  LAYOUT_FAILED: defineError({
    status: 422,
    condition: 'The nodes could not be arranged, or not in time; none was moved',
    resolution:
      'POST /api/graphs/{graphId}/layout with another mode or fewer nodeIds; GET /api/console shows what is known about it.',
  }),
  UPGRADE_REQUIRED: defineError({
    status: 426,
    condition: 'The address of the hub was called without a WebSocket upgrade',
    resolution:
      'Connect to it by WebSocket with a client of the SignalR hub protocol, or POST /api/events/negotiate first; GET /api/events/types describes what it speaks.',
  }),
  EXPECTATION_FAILED: defineError({
    status: 417,
    condition: 'The Expect header asks for something else than 100-continue',
    resolution: 'Send the request without the Expect header; GET /api/toc lists the routes.',
  }),
  RATE_LIMITED: defineError({
    status: 429,
    condition: 'Too many wrong tokens came from this address',
    resolution: 'Wait for the seconds in Retry-After; GET /api/health names the file that holds the token.',
  }),
  HEADERS_TOO_LARGE: defineError({
    status: 431,
    condition: 'The headers of the request are larger than the service reads',
    resolution: 'Send fewer or shorter headers and a shorter path; GET /api/toc lists the routes.',
  }),
  SAVE_FAILED: defineError({
    status: 500,
    condition: 'A file of the project could not be written or deleted',
    resolution:
      'Make room or give permission, then repeat the call; GET /api/health tells since when work is unsaved.',
  }),
  INTERNAL_ERROR: defineError({
    status: 500,
    condition: 'The service failed, in what was asked for or while it wrote the answer',
    resolution: 'The log of the service says why; GET /api/health tells whether it goes on.',
  }),
  RUNTIME_NOT_CONNECTED: defineError({
    status: 503,
    condition: 'The route needs the runtime and it is absent',
    resolution: 'GET /api/health reports runtimeConnected.',
    named: true,
  }),
  RUNTIME_TIMEOUT: defineError({
    status: 504,
    condition: 'The runtime did not answer in time',
    resolution: 'GET /api/health reports runtimeConnected; retry when it has settled.',
  }),
} as const;

export type ErrorCode = keyof typeof errors;

/**
 * The status of an action that the runtime refuses with a code: 422, unless the description gives the code, or what is
 * wrong with the call, a status of its own (register: C-74). A file that the runtime could not write is a failed command,
 * not a failed service; an action that the runtime lacks is unknown.
 */
export const getActionErrorStatus = (code: ErrorCode): number => {
  const { status, named }: ErrorEntry = errors[code];
  if (named || code === 'ACTION_NOT_FOUND') return status;
  return status === 404 || status === 409 || code === 'SAVE_FAILED' ? 422 : status;
};

/** Machine-readable help: valid options, the failing index, the nearest names. */
type ErrorDetails = Readonly<Record<string, unknown>>;

/** A declared failure on its way to the client: of a REST call, a batch operation or a hub command. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The sentence about this case, without the resolution. */
  readonly reason: string;
  /** What mends it: the advice of the catalog, or that for this case. */
  readonly resolution: string;
  readonly #details: () => ErrorDetails | undefined;

  /** @param details worked out when somebody asks, where it is a function: graphs that fail in every frame ask for none */
  constructor(
    code: ErrorCode,
    reason: string = `${errors[code].condition}.`,
    details?: ErrorDetails | (() => ErrorDetails),
    resolution: string = errors[code].resolution,
    status: number = errors[code].status,
  ) {
    const told = truncateMiddle(reason);
    super(`${told} ${resolution}`);
    this.name = 'Fault';
    this.code = code;
    this.status = status;
    this.reason = told;
    this.#details = lazy(
      () => truncateTexts(typeof details === 'function' ? details() : details) as ErrorDetails | undefined,
    );
    this.resolution = resolution;
  }

  get details(): ErrorDetails | undefined {
    return this.#details();
  }

  /** The error envelope of the description: `{error: {code, message, details?}}`. */
  toEnvelope(): ErrorEnvelope {
    const { code, message, details } = this;
    return { error: { code, message, ...(details && { details }) } };
  }
}

export interface ErrorEnvelope {
  error: { code: string; message: string; details?: ErrorDetails };
}
