import { asyncProperty, check, stringify } from 'fast-check';
import { AuditStop } from './audit-stop.ts';
import type { Arbitrary } from 'fast-check';
import type { FailedAssertion, VerdictCollector } from './verdict-collector.ts';
import type { ExchangeLog } from './exchange-log.ts';

interface PropertyOptions {
  /** Inputs to try in a run of normal length; 25 by default. */
  readonly runs?: number;
}

/**
 * Tries `assertHolds` on generated inputs. It asserts with `t.must`, like an audit. The first failure is shrunk to a small
 * input, and only the exchanges of that input are reported.
 */
export type PropertyRunner = <T>(
  name: string,
  inputs: Arbitrary<T>,
  assertHolds: (input: T) => Promise<void>,
  options?: PropertyOptions,
) => Promise<void>;

/** Attempts at a smaller input. Each sends requests to the target, and a report must not wait for the very smallest. */
export const defaultMaxShrinks = 100;

/** Longest text of an input in a message. */
const maxInputChars = 400;

interface PropertyRunnerOptions {
  readonly seed: number;
  /** Factor on the normal number of inputs. */
  readonly times: number;
  /** Most attempts at a smaller input than the one that failed. */
  readonly shrinks: number;
  readonly log: ExchangeLog;
  readonly verdictCollector: VerdictCollector;
}

/** Thrown for an input for which assertions of some requirements fail. */
class FailedAssertionError extends Error {
  readonly assertion: FailedAssertion;
  constructor(failure: FailedAssertion) {
    super(failure.message);
    this.assertion = failure;
  }
}

export const createPropertyRunner =
  ({ seed, times, shrinks, log, verdictCollector }: PropertyRunnerOptions): PropertyRunner =>
  async (name, inputs, assertHolds, options = {}) => {
    const mark = log.mark();
    /** Requirements that have already failed. A failure of these alone does not end the search for others. */
    const blamed = new Set<string>();

    /** Searches for an input that fails for a requirement that has not failed yet. Returns whether it found one. */
    const search = async (): Promise<boolean> => {
      let failing: ReturnType<ExchangeLog['since']> = [];
      let attemptsLeft = Number.POSITIVE_INFINITY;
      const property = asyncProperty(inputs, async (input) => {
        if (attemptsLeft === 0) return;
        attemptsLeft -= 1;
        log.forget(mark);
        try {
          const newFailures = await verdictCollector.during(() => assertHolds(input));
          const failure = newFailures.find(({ ids }) => ids.some((id) => !blamed.has(id)));
          if (failure) throw new FailedAssertionError(failure);
        } catch (error) {
          failing = log.since(mark);
          attemptsLeft = Math.min(attemptsLeft, shrinks);
          throw error;
        }
      });
      const outcome = await check(property, { seed, numRuns: Math.ceil((options.runs ?? 25) * times) });
      if (!outcome.failed) return false;
      const cause = outcome.errorInstance;
      const isBlamed = cause instanceof FailedAssertionError;
      if (!isBlamed && !(cause instanceof AuditStop && cause.status === 'FAIL')) throw cause;
      log.narrow(failing);
      const [input] = outcome.counterexample ?? [];
      const message = `${name}: ${cause.message} (input ${stringify(input).slice(0, maxInputChars)}, seed ${outcome.seed}, path ${outcome.counterexamplePath}, after ${outcome.numShrinks} shrinks)`;
      if (!isBlamed) throw new AuditStop('FAIL', message, cause.detail);
      verdictCollector.blame({ ...cause.assertion, message, exchanges: log.chain() });
      for (const id of cause.assertion.ids) blamed.add(id);
      return true;
    };

    while (await search()) log.forget(mark);
  };
