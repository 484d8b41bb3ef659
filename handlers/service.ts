/** The service in front of one runtime, independent of a host. The server and tests use it. */
import { createEventBus, type EventBus } from '#runtime/controller/bus/event-bus.ts';
import { createConsoleWriter, type ConsoleEntryRecord } from '#runtime/link/console-writer.ts';
import { createConsoleBuffer } from '#runtime/controller/console/console-buffer.ts';
import { withUniqueConsoleTimestamps } from '#runtime/controller/console/unique-console-timestamps.ts';
import { handleRuntimeRequests } from '#runtime/controller/runtime-request-handlers.ts';
import { createNodeCatalog } from '#runtime/controller/graphs/node-catalog.ts';
import { createController, type Controller } from '#runtime/controller/controller.ts';
import type { LayoutRunner } from '#runtime/controller/layout/layout-runner.ts';
import type { ProjectStorage } from '#runtime/controller/projects/project-storage.ts';
import { createUnconnectedLink } from '#runtime/link/in-process-link.ts';
import type { LockProject } from '#runtime/controller/projects/saving/project-lock.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { NodeType } from '#runtime/nodes/dsl/node-type.ts';
import { nodeTypes as ownNodeTypes } from '#runtime/nodes/index.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import type { EventType } from '#spec/events.ts';
import { maxConsoleEntries } from '#spec/rest/console.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import { getApiDocuments } from './api-documents.ts';
import { createRuntimeRequestHandlers } from './runtime-request-handlers.ts';
import { isNodeTypeBlocked } from './security/settings.ts';
import { isNodeTypeSupported } from './service-capabilities.ts';
import { createHub, type Hub, type HubOptions } from './hub/hub.ts';
import type { HubLimits } from './hub/hub-limits.ts';
import { createInProcessEvents } from './in-process-events.ts';
import { performAction } from './perform-action.ts';
import type { Call, Reply } from './pipeline/call.ts';
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts';
import { handlers } from './rest/index.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';
import type { Security } from './security/security.ts';
import type { WriteImage } from './handler-services.ts';
import { createTimeSlices } from './time-slices.ts';
import type { PageAssets } from './viewers/page-assets.ts';

interface ServiceOptions {
  readonly version: string;
  readonly security: Security;
  readonly projectHome: ProjectStorage;
  readonly viewers: PageAssets;
  /** Writes images of node types to folders of the machine; absent on a host without files. */
  readonly writeImage?: WriteImage;
  /** Without it the service has no runtime, and what needs one returns 503. */
  readonly link?: RuntimeLink | undefined;
  /** The available node types; those of the project when absent. */
  readonly nodeTypes?: readonly NodeType[] | undefined;
  readonly now: () => Date;
  /** Returns where the service listens; nowhere when absent. */
  readonly network?: () => NetworkState;
  /** Limits of the hub; by default those of the settings and the hub. */
  readonly hubLimits?: Partial<HubLimits> | undefined;
  /** Locks an open project against other processes; absent where there are none. */
  readonly lockProject?: LockProject;
  /** Arranges graphs. */
  readonly layouter: LayoutRunner;
  /** Time for the hub; the system's when absent. */
  readonly scheduler?: Scheduler | undefined;
  /** Whether unknown fields are rejected instead of reported. */
  readonly strict?: boolean | undefined;
  /** Base path of a reverse proxy, such as `/scene`. */
  readonly basePath?: string | undefined;
  /** Called with failures that are not an ApiError. The client only learns that the call failed. */
  readonly onFailure: (failure: unknown, call?: Call) => void;
  /** Runs due steps and returns whether there were any. Called before each call and each message of the hub. */
  readonly runDueSteps?: (() => boolean) | undefined;
  /** Called with each operation of a batch and its reply. */
  readonly onOperation?: (call: Call, reply: Reply) => void;
  /** Creates the hub, if it delivers another stream than that of this service. */
  readonly hubFactory?: (options: HubOptions) => Hub;
}

export interface Service extends Pipeline {
  readonly controller: Controller;
  readonly hub: Hub;
  readonly bus: EventBus;
  readonly link: RuntimeLink;
  readonly security: Security;
  readonly network: () => NetworkState;
  /** Sets the event types that are subscribed to at other hubs of the stream. */
  setRelayInterest(types: readonly EventType[]): void;
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
  layouter,
  scheduler = systemScheduler,
  strict = false,
  basePath = '',
  onFailure,
  runDueSteps,
  onOperation,
  hubFactory = createHub,
}: ServiceOptions): Service => {
  const bus = withUniqueConsoleTimestamps(createEventBus(crypto.randomUUID()));
  const console = createConsoleBuffer(maxConsoleEntries);
  bus.subscribe((batch) => {
    for (const { type, data } of batch) if (type === 'console.log') console.add(data as ConsoleEntryRecord);
  });

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
    lockProject,
    exposesSensitive: () => security.settings.exposeSensitivePortValues,
  });
  handleRuntimeRequests({ link, handlers: createRuntimeRequestHandlers({ controller, console }), onFailure });
  const interest = new Map<object | 'hub' | 'elsewhere', readonly EventType[]>();
  const sendInterest = (): void => {
    if (!link.connected) return;
    const types = [...new Set([...interest.values()].flat())];
    // A disconnected runtime gets the types when it reconnects.
    link.request('events.interest', { types }).catch((failure) => {
      if (!(failure instanceof ApiError)) onFailure(failure);
    });
  };
  /** Declares the types that a listener wants; none when it ends. */
  const declareInterest = (listener: object | 'hub' | 'elsewhere', types: readonly EventType[]): void => {
    if (types.length > 0) interest.set(listener, types);
    else interest.delete(listener);
    sendInterest();
  };
  link.onChange(sendInterest);
  // Events of a step don't wait for the end of a turn with many calls.
  const beforeCall = (): void => {
    if (!runDueSteps?.()) return;
    controller.commitEdits();
    hub.flush();
  };
  /** Events of an edit are sent only after it is committed. */
  const atEndOfTurn = (run: () => void): void =>
    scheduler.atEndOfTurn(() => {
      controller.commitEdits();
      run();
    });
  const hub: Hub = hubFactory({
    bus,
    scheduler: { ...scheduler, atEndOfTurn },
    limits: { connections: security.settings.hubConnections, ...hubLimits },
    runAction: (name, parameters) => performAction({ link }, getAction(name), parameters),
    strict,
    onFailure,
    beforeCall,
    onInterest: (types) => declareInterest('hub', types),
  });
  const events = createInProcessEvents({ bus, getPastEvents: hub.getPastEvents, declareInterest });
  const setRelayInterest = (types: readonly EventType[]): void => declareInterest('elsewhere', types);
  security.onChange(hub.revalidateConnections);
  const documents = getApiDocuments(version, strict);
  const services = {
    ...{ version, basePath },
    documents,
    viewers,
    writeImage,
    security,
    network,
    controller,
    link,
    console,
    bus,
    events,
    hub,
    slices: createTimeSlices(scheduler),
  };
  const pipeline = createPipeline(handlers, services, onFailure, {
    ...{ strict, beforeCall, onOperation, scheduler },
  });
  return { ...pipeline, controller, hub, bus, link, security, network, setRelayInterest };
};
