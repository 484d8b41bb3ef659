import type { ConsoleBuffer } from './controller/console/console-buffer.ts';
import type { EventBus } from './controller/bus/event-bus.ts';
import type { Controller } from './controller/controller.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Hub } from './hub/hub.ts';
import type { InProcessEvents } from './in-process-events.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Acknowledge } from './pipeline/edits.ts';
import type { Call, Reply } from './pipeline/call.ts';
import type { ApiDocuments } from './api-documents.ts';
import type { Security } from './security/security.ts';
import type { TimeSlices } from './time-slices.ts';
import type { PageAssets } from './viewers/page-file-types.ts';

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
  readonly documents: ApiDocuments;
  readonly viewers: PageAssets;
  readonly security: Security;
  /** Returns the addresses at which the service currently listens. */
  readonly network: () => NetworkState;
  /** Writes an image to a folder on this machine; `undefined` on a host that has no files. */
  readonly writeImage: WriteImage | undefined;
  /** The project that is being edited, with its graphs and variables. */
  readonly controller: Controller;
  readonly link: RuntimeLink;
  readonly console: ConsoleBuffer;
  readonly bus: EventBus;
  readonly events: InProcessEvents;
  readonly hub: Pick<Hub, 'negotiate'>;
  /** Lets other calls run between the units of a long call. */
  readonly slices: TimeSlices;
}
