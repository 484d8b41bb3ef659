import { asyncProperty, check, stringify } from 'fast-check';
import { AuditStop } from './audit-outcome.ts';
import type { Arbitrary } from 'fast-check';
import type { FailedAssertion, VerdictCollector } from './verdict-collector.ts';
import type { ExchangeLog } from './exchange-log.ts';

interface PropertyOptions {
  /** Number of inputs to try in a run of normal length. The default is 25. */
  readonly runs?: number;
}

/**
 * Calls `assertHolds` with generated inputs. Like an audit, `assertHolds` uses `t.must` for its assertions. The first
 * input that fails is shrunk to a small input, and the report contains only the exchanges of this small input.
 */
export type PropertyRunner = <T>(
  name: string,
  inputs: Arbitrary<T>,
  assertHolds: (input: T) => Promise<void>,
  options?: PropertyOptions,
) => Promise<void>;

/**
 * Maximum number of attempts to find a smaller input that fails. The number is limited, because each attempt sends
 * requests to the target and finding the smallest input would delay the report.
 */
export const defaultMaxShrinks = 100;

/** Maximum length of an input in a message, in characters. */
const maxInputChars = 400;

interface PropertyRunnerOptions {
  readonly seed: number;
  /** Factor by which the normal number of inputs is multiplied. */
  readonly times: number;
  /** Maximum number of attempts to find a smaller input that fails. */
  readonly shrinks: number;
  readonly log: ExchangeLog;
  readonly verdictCollector: VerdictCollector;
}

/** Thrown for an input that makes assertions about some requirements fail. */
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
    /**
     * Requirements that have already failed. Further failures of only these requirements do not end the search for
     * failures of other requirements.
     */
    const blamed = new Set<string>();

    /**
     * Searches for an input for which another requirement fails, one that has not failed yet. Returns whether such an
     * input was found.
     */
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
