import type { OperationErrorCode, OperationInput, OperationSpec } from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import type { HandlerServices } from '../handler-services.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type {
  Connection,
  GraphDocument,
  NodeDocument,
  PortEnd,
} from '../controller/graphs/graph-document.ts';
import type { VariableDocument } from '../controller/variables/variables.ts';
import type { Call } from './call.ts';
import type { HandlerResult } from './result.ts';

/** The resources that a call's path can name. */
export interface PathResources {
  /** The graph named by the path, or the graph that contains the named node, port or connection. */
  readonly graph: GraphDocument;
  readonly node: NodeDocument;
  readonly end: PortEnd;
  readonly connection: Connection;
  readonly variable: VariableDocument;
  readonly action: NamedAction;
}

/** The path parameters, with the resource that each of them names. */
interface ResourcesByParameter {
  graphId: 'graph';
  nodeId: 'graph' | 'node';
  portId: 'graph' | 'end';
  connectionId: 'connection';
  /** The parameter of `/api/variables/{id}`. */
  id: 'variable';
  action: 'action';
}

/** The resources named by an operation's path. If one is missing, the call is rejected before the handler runs. */
type ResolvedResources<S extends OperationSpec> = Pick<
  PathResources,
  ResourcesByParameter[keyof OperationInput<S>['params'] & keyof ResourcesByParameter]
>;

/** Throws an error with one of the codes that the operation declares. */
type Fail<S extends OperationSpec> = (
  code: OperationErrorCode<S>,
  reason?: string,
  details?: Record<string, unknown>,
  resolution?: string,
) => never;

/** The services that a handler receives besides its input. All calls share one object. */
interface HandlerContext<S extends OperationSpec> extends HandlerServices {
  readonly fail: Fail<S>;
}

/** Information about the caller, for the few handlers that need it. */
export interface Caller {
  readonly call: Call;
  readonly isAuthenticated: boolean;
}

/** A REST operation with the function that serves it. */
interface Handler<S extends OperationSpec> {
  readonly operation: S;
  run(
    input: OperationInput<S> & ResolvedResources<S>,
    context: HandlerContext<S>,
    caller: Caller,
  ): MaybePromise<HandlerResult<S>>;
}

/** Declares the handler of an operation. A handler returns a value, or fails with one of the declared codes. */
export const defineHandler = <const S extends OperationSpec>(
  operation: S,
  run: Handler<S>['run'],
): Handler<S> => ({
  operation,
  run,
});

/** The handlers for all operations. The type ensures that none is missing or swapped. */
export type Handlers<T extends Readonly<Record<string, OperationSpec>>> = {
  readonly [K in keyof T]: Handler<T[K]>;
};

export const fail = (
  code: ConstructorParameters<typeof ApiError>[0],
  reason?: string,
  details?: Record<string, unknown>,
  resolution?: string,
): never => {
  throw new ApiError(code, reason, details, resolution);
};
