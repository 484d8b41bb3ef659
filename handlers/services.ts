import type { ConsoleBuffer } from '#runtime/controller/console/console-buffer.ts';
import type { EventBus } from '#runtime/controller/bus/bus.ts';
import type { Controller } from '#runtime/controller/controller.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import type { Network } from '#spec/rest/security.ts';
import type { Hub } from './hub/hub.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Call, Reply } from './pipeline/call.ts';
import type { Documents } from './documents.ts';
import type { Security } from './security/security.ts';

/** Everything that handlers work with; passed in, so that each handler stands alone. */
export interface Services {
  readonly version: string;
  readonly documents: Documents;
  readonly security: Security;
  /** Where the service answers, as it is at the moment. */
  readonly network: () => Network;
  /** The edited side: project, graphs, variables. */
  readonly controller: Controller;
  readonly link: RuntimeLink;
  readonly console: ConsoleBuffer;
  readonly bus: EventBus;
  readonly hub: Pick<Hub, 'negotiate'>;
  /** The whole pipeline again, for batch. */
  dispatch(call: Call): MaybePromise<Reply>;
}
