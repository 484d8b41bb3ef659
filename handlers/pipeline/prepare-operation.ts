import {
  editsGraph,
  editsProject,
  type OperationSpec,
  listPathParameters,
} from '#spec/contract/operation-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { type BodyParser, createBodyParser } from './body-parser.ts';
import { type ResolveResources, createResolver } from './resolved-resources.ts';
import type { Caller } from './define-handler.ts';
import { createQueryParser, type QueryParser } from './query-parser.ts';

/** A handler as the pipeline calls it, regardless of its operation. */
export interface AnyHandler {
  readonly operation: OperationSpec;
  run(input: unknown, context: unknown, caller: Caller): MaybePromise<unknown>;
}

/** An operation, together with everything that can be computed before its first call. */
export interface PreparedOperation {
  readonly spec: OperationSpec;
  readonly run: AnyHandler['run'];
  readonly parseQuery: QueryParser;
  readonly parseBody: BodyParser;
  readonly status: number;
  /** The content type of the response, if it is not JSON. */
  readonly contentType: string | undefined;
  readonly resolveResources: ResolveResources;
  readonly editsGraph: boolean;
  readonly editsProject: boolean;
  /**
   * Whether the runtime must be connected before the handler runs. This is false for actions, because their handlers
   * validate the parameters first.
   */
  readonly requiresRuntime: boolean;
}

export const prepareOperation = ({ operation, run }: AnyHandler): PreparedOperation => {
  // biome-ignore lint/style/noNonNullAssertion: an operation returns something
  const [status, returns] = Object.entries(operation.returns)[0]!;
  return {
    spec: operation,
    run,
    parseQuery: createQueryParser(operation),
    parseBody: createBodyParser(operation),
    status: Number(status),
    contentType: typeof returns === 'string' ? returns : undefined,
    resolveResources: createResolver(operation),
    editsGraph: editsGraph(operation),
    editsProject: editsProject(operation),
    requiresRuntime: operation.needs === 'runtime' && !listPathParameters(operation.route).includes('action'),
  };
};
