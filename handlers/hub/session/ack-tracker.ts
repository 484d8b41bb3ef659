import { ProtocolError } from '#runtime/link/protocol-error.ts';
import type { ClientMessage } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Counts and acknowledges the messages of a client with stateful reconnect. */
interface AckTracker {
  /** Whether to handle a message. Messages that the client had to send again were handled before. */
  shouldHandle(message: ClientMessage): boolean;
  /** Adds to the received bytes. */
  addReceivedBytes(bytes: number): void;
  /**
   * Another socket took over. Counted messages are ignored until the client reports the number at which it continues.
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
      // Clients stop sending when much is unacknowledged, 100 kB by default, so don't make them wait for the timer.
      if (cancel && bytesSinceAck > ackBytes) acknowledgeNow();
    },
    awaitSequence() {
      awaitsSequence = true;
    },
    stop,
  };
};
