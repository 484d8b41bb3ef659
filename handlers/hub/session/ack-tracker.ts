import { ProtocolError } from '#runtime/link/protocol-error.ts';
import type { ClientMessage } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Counts what a client with stateful reconnect sends, and acknowledges it. */
interface AckTracker {
  /** Whether a message is to be handled: it is new, and not one that the client had to send again. */
  shouldHandle(message: ClientMessage): boolean;
  /** So many bytes came in. */
  addReceivedBytes(bytes: number): void;
  /** Another socket took over: until the client says where it begins again, nothing that counts is admitted. */
  awaitSequence(): void;
  stop(): void;
}

const countedKinds: ReadonlySet<ClientMessage['kind']> = new Set([
  'invocation',
  'streamInvocation',
  'ofCall',
]);

export const createAckTracker = (
  { ackMs, ackBytes }: HubLimits,
  scheduler: Scheduler,
  acknowledge: (sequenceId: number) => void,
): AckTracker => {
  let nextId = 1;
  let latestId = 0;
  let awaitsSequence = false;
  let bytesSinceAck = 0;
  let cancel: (() => void) | undefined;

  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  const acknowledgeNow = () => {
    stop();
    bytesSinceAck = 0;
    acknowledge(latestId);
  };
  const beginAt = (sequenceId: number) => {
    if (sequenceId > nextId) {
      throw new ProtocolError(`The messages from ${nextId} to ${sequenceId - 1} never arrived`);
    }
    awaitsSequence = false;
    nextId = sequenceId;
  };

  return {
    shouldHandle(message) {
      if (message.kind === 'sequence') {
        beginAt(message.sequenceId);
        return false;
      }
      if (!countedKinds.has(message.kind)) return true;
      if (awaitsSequence) return false;
      cancel ??= scheduler.after(ackMs, acknowledgeNow);
      const id = nextId;
      nextId += 1;
      if (id <= latestId) return false;
      latestId = id;
      return true;
    },
    addReceivedBytes(bytes) {
      bytesSinceAck += bytes;
      // Clients stop sending when they have much unacknowledged, 100 kB as a rule; they must not wait for the timer.
      if (cancel && bytesSinceAck > ackBytes) acknowledgeNow();
    },
    awaitSequence() {
      awaitsSequence = true;
    },
    stop,
  };
};
