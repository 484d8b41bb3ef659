import { ifGiven } from '../engine/stop.ts';
import { attemptsOf, isSuccess } from './attempts.ts';
import { components, documentedOperations, isShown } from './documents.ts';
import type { Bench } from './bench.ts';
import type { ReplayOperation } from './document.ts';
import type { ReplayRequest } from './request.ts';

/** Gated operations that the description shows. */
export const gatedOperations = documentedOperations.filter(
  ({ id, gated, path }) => gated && isShown(id) && path.startsWith('/api/'),
);

/** A valid request for each of these operations, as far as its parts can be made. */
export async function* gatedRequests(
  bench: Bench,
  operations: readonly ReplayOperation[] = gatedOperations,
): AsyncGenerator<ReplayRequest> {
  for (const operation of operations) {
    const valid = attemptsOf(operation, components).find(({ status }) => isSuccess(status));
    const request = valid && (await ifGiven(valid.build(bench)));
    if (request) yield request;
  }
}
