import {
  editsGraph,
  editsProject,
  type OperationSpec,
  listPathParameters,
} from '#spec/contract/operation-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { type BodyReader, createBodyReader } from './body.ts';
import { type Find, finderOf } from './found.ts';
import type { Caller } from './handle.ts';
import { createQueryReader, type QueryReader } from './query.ts';

/** A handler as the pipeline calls it, whatever its operation. */
export interface AnyHandler {
  readonly operation: OperationSpec;
  run(input: unknown, context: unknown, caller: Caller): MaybePromise<unknown>;
}

/** An operation with everything that can be worked out before the first call. */
export interface Prepared {
  readonly spec: OperationSpec;
  readonly run: AnyHandler['run'];
  readonly readQuery: QueryReader;
  readonly readBody: BodyReader;
  readonly status: number;
  /** Content type of an answer that is not JSON. */
  readonly contentType: string | undefined;
  readonly find: Find;
  readonly editsGraph: boolean;
  readonly editsProject: boolean;
  /** Whether the runtime has to be connected before the handler runs; the handler of an action validates first. */
  readonly requiresRuntime: boolean;
}

export const prepare = ({ operation, run }: AnyHandler): Prepared => {
  // biome-ignore lint/style/noNonNullAssertion: an operation returns something
  const [status, returns] = Object.entries(operation.returns)[0]!;
  return {
    spec: operation,
    run,
    readQuery: createQueryReader(operation),
    readBody: createBodyReader(operation),
    status: Number(status),
    contentType: typeof returns === 'string' ? returns : undefined,
    find: finderOf(operation),
    editsGraph: editsGraph(operation),
    editsProject: editsProject(operation),
    requiresRuntime: operation.needs === 'runtime' && !listPathParameters(operation.route).includes('action'),
  };
};
