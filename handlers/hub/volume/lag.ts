import { createBacklog } from './backlog.ts';
import { createSlowConsumer } from './slow-consumer.ts';
import { createThinning } from './thinning.ts';
import type { Backlog } from './backlog.ts';
import type { HubLimits } from '../limits.ts';
import type { Line } from '../session/line.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { SlowConsumer } from './slow-consumer.ts';
import type { Thinning } from './thinning.ts';

/** All that is kept of a consumer from when the system does not take what is written for it until it has caught up. */
export interface Lag extends Pick<Backlog, 'wrote'>, Omit<SlowConsumer, 'isAtEase'>, Pick<Thinning, 'thin'> {
  /** Whether it has caught up, and has been told of all that it missed. */
  isOver(): boolean;
}

/** @param onTooSlow told when the consumer has been slow for too long */
export const createLag = (
  line: Line,
  limits: HubLimits,
  scheduler: Scheduler,
  onTooSlow: () => void,
): Lag => {
  const backlog = createBacklog(line, limits);
  const consumer = createSlowConsumer(backlog, limits, scheduler, onTooSlow);
  const thinning = createThinning();
  return {
    wrote: backlog.wrote,
    check: consumer.check,
    stop: consumer.stop,
    thin: thinning.thin,
    isOver: () => backlog.isEmpty() && consumer.isAtEase() && thinning.owesNothing(),
  };
};
