import type { ConsoleBuffer } from '#runtime/controller/console/console-buffer.ts';
import type { EventBus } from '#runtime/controller/bus/event-bus.ts';
import type { Controller } from '#runtime/controller/controller.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Hub } from './hub/hub.ts';
import type { InProcessEvents } from './in-process-events.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Acknowledge } from './pipeline/acknowledge.ts';
import type { Call, Reply } from './pipeline/call.ts';
import type { ApiDocuments } from './api-documents.ts';
import type { Security } from './security/security.ts';
import type { TimeSlices } from './time-slices.ts';
import type { PageAssets } from './viewers/page-assets.ts';

/** @param folder absolute */
export type WriteImage = (folder: string, name: string, image: Uint8Array) => Promise<void>;

/** Everything that handlers work with; passed in, so that each handler stands alone. */
export interface HandlerServices {
  readonly version: string;
  /** What a reverse proxy puts in front of every path, such as `/scene`; empty without one. */
  readonly basePath: string;
  readonly documents: ApiDocuments;
  readonly viewers: PageAssets;
  readonly security: Security;
  /** Where the service answers, as it is at the moment. */
  readonly network: () => NetworkState;
  /** Puts an image into a folder of the machine; undefined on a host that has none. */
  readonly writeImage: WriteImage | undefined;
  /** The edited side: project, graphs, variables. */
  readonly controller: Controller;
  readonly link: RuntimeLink;
  readonly console: ConsoleBuffer;
  readonly bus: EventBus;
  readonly events: InProcessEvents;
  readonly hub: Pick<Hub, 'negotiate'>;
  /** Lets other calls in between the units of a long one. */
  readonly slices: TimeSlices;
  /** The whole pipeline again, for batch. */
  dispatch(call: Call): MaybePromise<Reply>;
  readonly acknowledge: Acknowledge;
  /** Whether a call has edited the project, by its route and the status of its answer. */
  hasEditedProject(call: Call, reply: Pick<Reply, 'status'>): boolean;
}
