import type {
  OperationErrorCode,
  OperationInput,
  OperationSpec,
  OperationOutput,
} from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import type { Services } from '../services.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Bodiless } from './bodiless.ts';
import type { Call } from './call.ts';
import type { Edited } from './edited.ts';
import type { Found } from './found.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { Listing } from './listing.ts';
import type { Signed } from './signed.ts';
import type { Sliced } from './sliced.ts';
import type { WithHeaders } from './with-headers.ts';
import type { Written } from './written.ts';

/** Fails with one of the codes that the operation declares. */
type Fail<S extends OperationSpec> = (
  code: OperationErrorCode<S>,
  reason?: string,
  details?: Record<string, unknown>,
  resolution?: string,
) => never;

/** What a handler works with beside its input; the same object for every call. */
interface Context<S extends OperationSpec> extends Services {
  readonly fail: Fail<S>;
}

/** Who calls, for the few handlers that want to know. */
export interface Caller {
  readonly call: Call;
  readonly authenticated: boolean;
}

/** One REST operation with the function that serves it. */
interface Handler<S extends OperationSpec> {
  readonly operation: S;
  run(input: OperationInput<S> & Found<S>, context: Context<S>, caller: Caller): MaybePromise<Answer<S>>;
}

/**
 * The declared value; of a list, the records or what makes them; with headers of its own where it has some; where it is
 * large, what writes it, in slices, or its bytes; with signatures where it can be read as those; of an edit, what is to be said of it beside.
 */
type Answer<S extends OperationSpec> =
  | OperationOutput<S>
  | (S['sync'] extends true ? Edited<OperationOutput<S> | Written<OperationOutput<S>>> : never)
  | (S['signatures'] extends string ? Signed<OperationOutput<S>> : never)
  | WithHeaders<OperationOutput<S>>
  | Bodiless
  | JsonBytes
  | Written<OperationOutput<S>>
  | Sliced<Written<OperationOutput<S>>>
  | (OperationOutput<S> extends readonly (infer T)[] ? Listing<T> | Sliced<Listing<T>> : never);

/** Declares the handler of an operation: it returns a value, or fails with a declared code. */
export const handle = <const S extends OperationSpec>(operation: S, run: Handler<S>['run']): Handler<S> => ({
  operation,
  run,
});

/** One handler for every operation: none missing, none swapped. */
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
