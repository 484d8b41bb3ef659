import { asyncProperty, check, stringify } from 'fast-check';
import { Stop } from './stop.ts';
import type { Arbitrary } from 'fast-check';
import type { ExchangeLog } from './exchange-log.ts';

interface PropertyOptions {
  /** Inputs to try in a run of usual length; 25 when absent. */
  readonly runs?: number;
}

/**
 * Tries `holds` on generated inputs. It judges with `t.must`, like an audit does. The first failure is shrunk to a
 * small input, and the exchanges of that input alone become the failure's chain.
 */
export type PropertyRunner = <T>(
  name: string,
  inputs: Arbitrary<T>,
  holds: (input: T) => Promise<void>,
  options?: PropertyOptions,
) => Promise<void>;

/** Most attempts at a smaller input: each is asked of the target, and a report must not wait for the very smallest. */
const mostShrinks = 100;

/** Longest text of an input in a message. */
const longest = 400;

/** @param times how many times more inputs than usual are tried */
export const createPropertyRunner =
  (seed: number, times: number, log: ExchangeLog): PropertyRunner =>
  async (name, inputs, holds, options = {}) => {
    let failing: ReturnType<ExchangeLog['since']> = [];
    let attemptsLeft = Number.POSITIVE_INFINITY;
    const mark = log.mark();
    const property = asyncProperty(inputs, async (input) => {
      if (attemptsLeft === 0) return;
      attemptsLeft -= 1;
      log.forget(mark);
      try {
        await holds(input);
      } catch (error) {
        failing = log.since(mark);
        attemptsLeft = Math.min(attemptsLeft, mostShrinks);
        throw error;
      }
    });
    const outcome = await check(property, { seed, numRuns: (options.runs ?? 25) * times });
    if (!outcome.failed) return;
    const cause = outcome.errorInstance;
    if (!(cause instanceof Stop) || cause.status !== 'FAIL') throw cause;
    log.narrow(failing);
    const [input] = outcome.counterexample ?? [];
    throw new Stop(
      'FAIL',
      `${name}: ${cause.message} (input ${stringify(input).slice(0, longest)}, seed ${outcome.seed}, path ${outcome.counterexamplePath}, after ${outcome.numShrinks} shrinks)`,
      cause.detail,
    );
  };
