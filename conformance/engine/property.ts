import { asyncProperty, check } from 'fast-check';
import { brief } from '../json.ts';
import { Stop } from './stop.ts';
import type { Arbitrary } from 'fast-check';
import type { ExchangeLog } from './exchange-log.ts';

export interface PropertyOptions {
  /** Inputs to try; 25 when absent. */
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

export const createPropertyRunner =
  (seed: number, log: ExchangeLog): PropertyRunner =>
  async (name, inputs, holds, options = {}) => {
    let failing: ReturnType<ExchangeLog['since']> = [];
    const property = asyncProperty(inputs, async (input) => {
      const mark = log.mark();
      try {
        await holds(input);
      } catch (error) {
        failing = log.since(mark);
        throw error;
      }
    });
    const outcome = await check(property, { seed, numRuns: options.runs ?? 25 });
    if (!outcome.failed) return;
    const cause = outcome.errorInstance;
    if (!(cause instanceof Stop) || cause.status !== 'FAIL') throw cause;
    log.narrow(failing);
    const [input] = outcome.counterexample ?? [];
    throw new Stop(
      'FAIL',
      `${name}: ${cause.message} (input ${brief(input)}, seed ${outcome.seed}, path ${outcome.counterexamplePath}, after ${outcome.numShrinks} shrinks)`,
      cause.detail,
    );
  };
