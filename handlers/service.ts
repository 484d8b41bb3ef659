/** The service in front of a single runtime, independent of any host. The server and tests use it. */
import { createConsoleWriter } from '#runtime/link/console-writer.ts';
import { createUnconnectedLink } from '#runtime/link/in-process-link.ts';
import { nodeTypes as ownNodeTypes } from '#runtime/nodes/index.ts';
import { type Scheduler, serviceScheduler } from '#runtime/shared/scheduler.ts';
import { ApiError } from '#spec/errors.ts';
import { maxConsoleEntries } from '#spec/rest/console.ts';
import { operations } from '#spec/rest/index.ts';
import { lazy } from '#spec/lazy.ts';
import { renderCatalog } from '#spec/contract/render-catalog.ts';
import { cacheJson } from './pipeline/result.ts';
import { getApiDocuments } from './api-documents.ts';
import { createConsoleBuffer } from './controller/bus/console-buffer.ts';
import { createEventBus, type EventBus } from './controller/bus/event-bus.ts';
import { type Controller, createController } from './controller/controller.ts';
import { createNodeCatalog } from './controller/graphs/node-catalog.ts';
import { createServiceActions, handleRuntimeRequests } from './controller/service-actions.ts';
import { createTimeSlices } from './event-loop-turns.ts';
import { createHub, type Hub, type HubOptions } from './hub/hub.ts';
import { createInProcessEvents } from './in-process-events.ts';
import { type ActionSuccess, performAction } from './perform-action.ts';
import { createPictureStreams } from './picture-streams.ts';
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts';
import { handlers } from './rest/index.ts';
import { isNodeTypeBlocked } from './security/settings.ts';
import { findAction, isNodeTypeSupported } from './service-capabilities.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { AssetChecker } from './controller/projects/asset-files/asset-files.ts';
import type { LayoutRunner } from './controller/layout/layout-request.ts';
import type { ProjectStorage } from './controller/projects/project-storage.ts';
import type { LockProject } from './controller/projects/saving/project-lock.ts';
import type { HubLimits } from './hub/hub-limits.ts';
import type { Call, Reply } from './pipeline/call.ts';
import type { WriteImage } from './pipeline/define-handler.ts';
import type { Security } from './security/security.ts';
import type { PageAssets } from './viewers/page-file-types.ts';

interface ServiceOptions {
  readonly version: string;
  readonly security: Security;
  readonly projectHome: ProjectStorage;
  readonly viewers: PageAssets;
  /** Writes node type images to folders on this machine. Absent on hosts without a file system. */
  readonly writeImage?: WriteImage;
  /** The link to the runtime. Without a link, operations that need a runtime return 503. */
  readonly link?: RuntimeLink | undefined;
  /** The available node types; by default, all types that this implementation has. */
  readonly nodeTypes?: readonly NodeType[] | undefined;
  readonly now: () => Date;
  /** Returns the addresses at which the service listens. If absent, the service listens nowhere. */
  readonly network?: () => NetworkState;
  /** The hub's limits. By default, they come from the settings and from the hub's own defaults. */
  readonly hubLimits?: Partial<HubLimits> | undefined;
  /** Locks an open project against other processes. Absent on hosts where no other process can open the project. */
  readonly lockProject?: LockProject;
  /** Checks uploaded files. If absent, the service accepts all files with a suitable name. */
  readonly assetChecker?: AssetChecker | undefined;
  /** Computes the layout of graphs. */
  readonly layouter: LayoutRunner;
  /** The hub's clock and timers; by default, the system's. */
  readonly scheduler?: Scheduler | undefined;
  /** Whether to reject unknown fields instead of reporting them. */
  readonly strict?: boolean | undefined;
  /** The base path that a reverse proxy adds, such as `/scene`. */
  readonly basePath?: string | undefined;
  /** Called with each failure that is not an ApiError. The client learns only that the call failed. */
  readonly onFailure: (failure: unknown, call?: Call) => void;
  /**
   * Runs the steps that are due, and returns whether there were any. The service calls this function before each call
   * and before each hub message.
   */
  readonly runDueSteps?: (() => boolean) | undefined;
  /** Called with each operation of a batch and its reply. */
  readonly onOperation?: (call: Call, reply: Reply) => void;
  /** Creates the hub. Needed only if the hub delivers a different stream than this service's own. */
  readonly hubFactory?: (options: HubOptions) => Hub;
}

export interface Service extends Pipeline {
  readonly controller: Controller;
  readonly hub: Hub;
  readonly bus: EventBus;
  readonly link: RuntimeLink;
  readonly security: Security;
  readonly network: () => NetworkState;
  /**
   * Runs an action by its name.
   * @throws ApiError as `performAction` does
   */
  runAction(name: string, parameters: Record<string, unknown>): MaybePromise<ActionSuccess>;
  /** Sets the event types to which clients of other hubs for this stream have subscribed. */
  setRelayInterest(types: readonly string[]): void;
  /** Ends all responses that would not end by themselves, and cancels the uploads. */
  endStreams(): void;
}

export const createService = ({
  version,
  security,
  projectHome,
  viewers,
  writeImage,
  link = createUnconnectedLink(),
  nodeTypes = ownNodeTypes,
  now,
  network = () => ({ loopback: null, lan: null }),
  hubLimits,
  lockProject,
  assetChecker,
  layouter,
  scheduler = serviceScheduler,
  strict = false,
  basePath = '',
  onFailure,
  runDueSteps,
  onOperation,
  hubFactory = createHub,
}: ServiceOptions): Service => {
  const console = createConsoleBuffer(maxConsoleEntries);
  const bus = createEventBus(crypto.randomUUID(), console.record);

  const controller = createController({
    projectStorage: projectHome,
    link,
    bus,
    writeConsole: createConsoleWriter('c', () => now().getTime()),
    catalog: createNodeCatalog(
      nodeTypes,
      (type) => isNodeTypeBlocked(security.settings, type) || !isNodeTypeSupported(link, type),
    ),
    layoutRunner: layouter,
    now,
    assetFileLimits: {
      checker: assetChecker,
      getMaxFileBytes: () => security.settings.assets.maxFileMegabytes * 2 ** 20,
    },
    lockProject,
    exposesSensitive: () => security.settings.exposeSensitivePortValues,
  });
  const runServiceAction = createServiceActions(controller, console);
  handleRuntimeRequests({ link, runServiceAction, onFailure });
  const interest = new Map<object | 'hub' | 'elsewhere', readonly string[]>();
  const sendInterest = (): void => {
    if (!link.connected) return;
    const types = [...new Set([...interest.values()].flat())];
    // If the runtime is disconnected, it receives the types when it reconnects.
    link.request('events.interest', { types }).catch((failure) => {
      if (!(failure instanceof ApiError)) onFailure(failure);
    });
  };
  /** Declares the event types that a listener wants. A listener that ends declares none. */
  const declareInterest = (listener: object | 'hub' | 'elsewhere', types: readonly string[]): void => {
    if (types.length > 0) interest.set(listener, types);
    else interest.delete(listener);
    sendInterest();
  };
  link.onChange(sendInterest);
  // Sends a step's events before the next call, so that they don't wait for the end of a turn with many calls.
  const beforeCall = (): void => {
    if (!runDueSteps?.()) return;
    controller.commitEdits();
    hub.flush();
  };
  /** Commits edits before the function runs, so that events about an edit are sent only after the edit is committed. */
  const atEndOfTurn = (run: () => void): void =>
    scheduler.atEndOfTurn(() => {
      controller.commitEdits();
      run();
    });
  const runAction: Service['runAction'] = (name, parameters) =>
    performAction({ link, runServiceAction }, findAction(link, name), parameters);
  const hub: Hub = hubFactory({
    bus,
    scheduler: { ...scheduler, atEndOfTurn },
    limits: { connections: security.settings.hubConnections, ...hubLimits },
    runAction,
    strict,
    onFailure,
    beforeCall,
    onInterest: (types) => declareInterest('hub', types),
  });
  const events = createInProcessEvents({ bus, getPastEvents: hub.getPastEvents, declareInterest });
  const setRelayInterest = (types: readonly string[]): void => declareInterest('elsewhere', types);
  security.onChange(hub.revalidateConnections);
  const pictureStreams = createPictureStreams({ link, scheduler });
  const documents = {
    ...getApiDocuments(version, strict),
    catalog: lazy(() => cacheJson<Record<string, unknown>>(renderCatalog(nodeTypes, version))),
  };
  const services = {
    ...{ version, basePath },
    documents,
    viewers,
    writeImage,
    security,
    network,
    controller,
    link,
    pictureStreams,
    runServiceAction,
    console,
    events,
    hub,
    slices: createTimeSlices(scheduler),
  };
  const pipeline = createPipeline(operations, handlers, services, onFailure, {
    ...{ strict, beforeCall, onOperation, scheduler },
  });
  const endStreams = (): void => {
    pictureStreams.end();
    controller.cancelUploads();
  };
  return {
    ...pipeline,
    controller,
    hub,
    bus,
    link,
    security,
    network,
    runAction,
    setRelayInterest,
    endStreams,
  };
};
