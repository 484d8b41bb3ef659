import type { ConsoleBuffer } from '#runtime/controller/console/console-buffer.ts';
import type { EventBus } from '#runtime/controller/bus/bus.ts';
import type { Controller } from '#runtime/controller/controller.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import type { Network } from '#spec/rest/security.ts';
import type { Hub } from './hub/hub.ts';
import type { OwnEvents } from './own-events.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Acknowledge } from './pipeline/acknowledge.ts';
import type { Call, Reply } from './pipeline/call.ts';
import type { Documents } from './documents.ts';
import type { Security } from './security/security.ts';
import type { TimeSlices } from './time-slices.ts';
import type { Viewers } from './viewers/viewers.ts';

/** @param folder absolute */
export type WriteImage = (folder: string, name: string, image: Uint8Array) => Promise<void>;

/** What the pipeline adds to the services that it is given. */
export interface PipelineServices {
  /** Runs another call through the pipeline. Each operation of a batch is one. */
  dispatch(call: Call): MaybePromise<Reply>;
  readonly acknowledge: Acknowledge;
  /** Whether a call has edited the project, by its route and the status of its answer. */
  hasEdited(call: Call, reply: Pick<Reply, 'status'>): boolean;
  /** Milliseconds, by the clock of the scheduler. */
  now(): number;
}

/** Everything that handlers work with; passed in, so that each handler stands alone. */
export interface Services extends PipelineServices {
  readonly version: string;
  /** What a reverse proxy puts in front of every path, such as `/scene`; empty without one. */
  readonly basePath: string;
  readonly documents: Documents;
  readonly viewers: Viewers;
  readonly security: Security;
  /** Where the service answers, as it is at the moment. */
  readonly network: () => Network;
  /** Puts an image into a folder of the machine; undefined on a host that has none. */
  readonly writeImage: WriteImage | undefined;
  /** The edited side: project, graphs, variables. */
  readonly controller: Controller;
  readonly link: RuntimeLink;
  readonly console: ConsoleBuffer;
  readonly bus: EventBus;
  readonly events: OwnEvents;
  readonly hub: Pick<Hub, 'negotiate'>;
  /** Lets other calls in between the units of a long one. */
  readonly slices: TimeSlices;
}
