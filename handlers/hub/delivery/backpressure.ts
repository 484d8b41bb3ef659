import { createBacklog } from './backlog.ts';
import { createSlowConsumer } from './slow-consumer.ts';
import { createLoadShedder } from './load-shedder.ts';
import type { Backlog } from './backlog.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Transport } from '../session/transport.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { SlowConsumer } from './slow-consumer.ts';
import type { LoadShedder } from './load-shedder.ts';

/** The state of a slow consumer, from the first bytes that remain unsent until the consumer has caught up. */
export interface Backpressure
  extends Pick<Backlog, 'addWritten'>,
    Omit<SlowConsumer, 'isKeepingUp'>,
    Pick<LoadShedder, 'shed'> {
  /** Whether the consumer has caught up and has been told about every gap. */
  isRelieved(): boolean;
}

/** @param onTooSlow called when the consumer has been slow for too long */
export const createBackpressure = (
  line: Transport,
  limits: HubLimits,
  scheduler: Scheduler,
  onTooSlow: () => void,
): Backpressure => {
  const backlog = createBacklog(line, limits);
  const consumer = createSlowConsumer(backlog, limits, scheduler, onTooSlow);
  const loadShedder = createLoadShedder();
  return {
    addWritten: backlog.addWritten,
    checkSlow: consumer.checkSlow,
    stop: consumer.stop,
    shed: loadShedder.shed,
    isRelieved: () => backlog.isEmpty() && consumer.isKeepingUp() && loadShedder.hasReportedGap(),
  };
};
