import { ProtocolError } from '#runtime/link/protocol-error.ts';
import type { ClientMessage } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** Counts and acknowledges the messages from a client with stateful reconnect. */
interface AckTracker {
  /** Whether a message must be handled. A message that the client had to send again has already been handled. */
  shouldHandle(message: ClientMessage): boolean;
  addReceivedBytes(bytes: number): void;
  /**
   * Must be called after another socket has taken over. Counted messages are then ignored until the client reports the
   * number at which it continues.
   */
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
  const resumeAt = (sequenceId: number) => {
    if (sequenceId > nextId) {
      throw new ProtocolError(`The messages from ${nextId} to ${sequenceId - 1} never arrived`);
    }
    awaitsSequence = false;
    nextId = sequenceId;
  };

  return {
    shouldHandle(message) {
      if (message.kind === 'sequence') {
        resumeAt(message.sequenceId);
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
      // A client stops sending when too many bytes are unacknowledged, by default 100 kB. The acknowledgment is
      // therefore sent without waiting for the timer.
      if (cancel && bytesSinceAck > ackBytes) acknowledgeNow();
    },
    awaitSequence() {
      awaitsSequence = true;
    },
    stop,
  };
};
