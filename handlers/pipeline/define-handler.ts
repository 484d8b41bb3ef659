import type {
  OperationErrorCode,
  OperationInput,
  OperationSpec,
  OperationOutput,
} from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import type { HandlerServices } from '../handler-services.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { NoContent } from './no-content.ts';
import type { Call } from './call.ts';
import type { EditResult } from './edit-result.ts';
import type { ResolvedResources } from './resolved-resources.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import type { WithSignatures } from './with-signatures.ts';
import type { SlicedResult } from './sliced-result.ts';
import type { WithHeaders } from './with-headers.ts';
import type { StreamedJson } from './streamed-json.ts';

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
export interface Handler<S extends OperationSpec> {
  readonly operation: S;
  run(
    input: OperationInput<S> & ResolvedResources<S>,
    context: HandlerContext<S>,
    caller: Caller,
  ): MaybePromise<HandlerResult<S>>;
}

/**
 * What a handler may return: the declared value, or a wrapper that says how to send it. Wrappers add headers,
 * signatures or the details of an edit, or provide JSON bytes or slices.
 */
type HandlerResult<S extends OperationSpec> =
  | OperationOutput<S>
  | (S['sync'] extends true ? EditResult<OperationOutput<S> | StreamedJson<OperationOutput<S>>> : never)
  | (S['signatures'] extends string ? WithSignatures<OperationOutput<S>> : never)
  | WithHeaders<OperationOutput<S>>
  | NoContent
  | JsonBytes
  | StreamedJson<OperationOutput<S>>
  | SlicedResult<StreamedJson<OperationOutput<S>>>
  | (OperationOutput<S> extends readonly (infer T)[] ? LazyList<T> | SlicedResult<LazyList<T>> : never);

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
