/** The types of handlers: what they receive, and what they may return. */
import { ApiError } from '#spec/errors.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { OperationErrorCode, OperationInput, OperationSpec } from '#spec/contract/operation-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { ApiDocuments } from '../api-documents.ts';
import type { ConsoleBuffer } from '../controller/bus/console-buffer.ts';
import type { Controller } from '../controller/controller.ts';
import type { RunServiceAction } from '../controller/service-actions.ts';
import type {
  Connection,
  EditSource,
  GraphDocument,
  NodeDocument,
  PortEnd,
} from '../controller/graphs/graph-document.ts';
import type { VariableDocument } from '../controller/variables/variables.ts';
import type { Hub } from '../hub/hub.ts';
import type { InProcessEvents } from '../in-process-events.ts';
import type { PictureStreams } from '../picture-streams.ts';
import type { Security } from '../security/security.ts';
import type { TimeSlices } from '../event-loop-turns.ts';
import type { PageAssets } from '../viewers/page-file-types.ts';
import type { Call, Reply } from './call.ts';
import type { Acknowledge } from './edits.ts';
import type { HandlerResult } from './result.ts';

/** The function that serves a REST operation. It returns a value, or fails with one of the declared codes. */
type Handler<S extends OperationSpec> = (
  input: OperationInput<S> & ResolvedResources<S>,
  context: HandlerContext<S>,
  caller: Caller,
) => MaybePromise<HandlerResult<S>>;

/** The handlers for a group of operations. The type ensures that none is missing or swapped. */
export type Handlers<T extends Readonly<Record<string, OperationSpec>>> = {
  readonly [K in keyof T]: Handler<T[K]>;
};

/** The services that a handler receives besides its input. All calls share one object. */
interface HandlerContext<S extends OperationSpec> extends HandlerServices {
  readonly fail: Fail<S>;
}

/** Throws an error with one of the codes that the operation declares. */
type Fail<S extends OperationSpec> = (
  code: OperationErrorCode<S>,
  reason?: string,
  details?: Record<string, unknown>,
  resolution?: string,
) => never;

/** Information about the caller, for the few handlers that need it. */
export interface Caller {
  readonly call: Call;
  readonly isAuthenticated: boolean;
  /** The call as the source of edits; `undefined` if the operation makes no edits. */
  readonly editSource: EditSource | undefined;
}

export const fail = (
  code: ConstructorParameters<typeof ApiError>[0],
  reason?: string,
  details?: Record<string, unknown>,
  resolution?: string,
): never => {
  throw new ApiError(code, reason, details, resolution);
};

/** The resources that a call's path can name. */
export interface PathResources {
  /** The graph named by the path, or the graph that contains the named node, port or connection. */
  readonly graph: GraphDocument;
  readonly node: NodeDocument;
  readonly end: PortEnd;
  readonly connection: Connection;
  readonly variable: VariableDocument;
  readonly action: NamedAction;
}

/** The path parameters, with the resource that each of them names. */
interface ResourcesByParameter {
  graphId: 'graph';
  nodeId: 'graph' | 'node';
  portId: 'graph' | 'end';
  connectionId: 'connection';
  /** The parameter of `/api/variables/{id}`. */
  id: 'variable';
  action: 'action';
}

/** The resources named by an operation's path. If one is missing, the call is rejected before the handler runs. */
type ResolvedResources<S extends OperationSpec> = Pick<
  PathResources,
  ResourcesByParameter[keyof OperationInput<S>['params'] & keyof ResourcesByParameter]
>;

/** @param folder the absolute path of the folder */
export type WriteImage = (folder: string, name: string, image: Uint8Array) => Promise<void>;

/** The services that the pipeline adds for handlers. */
export interface PipelineServices {
  /** Runs another call through the pipeline, such as an operation in a batch. */
  dispatch(call: Call): MaybePromise<Reply>;
  readonly acknowledge: Acknowledge;
  /** Whether a call has edited the project, based on its route and the status of its reply. */
  hasEditedProject(call: Call, reply: Pick<Reply, 'status'>): boolean;
  /** Returns the time of the scheduler's clock, in milliseconds. */
  now(): number;
}

/** All services that handlers use. The services are injected, so that handlers are independent of one another. */
export interface HandlerServices extends PipelineServices {
  readonly version: string;
  /** The base path of a reverse proxy, such as `/scene`; empty if there is no proxy. */
  readonly basePath: string;
  readonly documents: ApiDocuments & {
    /** Returns the service's own catalog, which no runtime or setting limits. */
    readonly catalog: () => Record<string, unknown>;
  };
  readonly viewers: PageAssets;
  readonly security: Security;
  /** Returns the addresses at which the service currently listens. */
  readonly network: () => NetworkState;
  /** Writes an image to a folder on this machine; `undefined` on a host that has no files. */
  readonly writeImage: WriteImage | undefined;
  /** The project that is being edited, with its graphs and variables. */
  readonly controller: Controller;
  readonly link: RuntimeLink;
  readonly pictureStreams: PictureStreams;
  readonly runServiceAction: RunServiceAction;
  readonly console: ConsoleBuffer;
  readonly events: InProcessEvents;
  readonly hub: Pick<Hub, 'negotiate'>;
  /** Lets other calls run between the units of a long call. */
  readonly slices: TimeSlices;
}
