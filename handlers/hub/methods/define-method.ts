import * as z from 'zod';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { getMaxItems } from '#spec/contract/max-items.ts';
import { ApiError } from '#spec/errors.ts';
import { hub, type HubCallback, type HubMethod, type ResumeResult, type SubscribeResult } from '#spec/hub.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { createUnknownFieldFinder, IgnoredFields } from '../../pipeline/ignored-fields.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { ActionOutcome } from '../../perform-action.ts';
import type { EventFilter } from '../delivery/subscriptions.ts';

/**
 * The client of a connection. Its properties are read again for each command, because the token and the settings can
 * change.
 */
export interface HubCaller {
  /** The token with which the client connected. */
  readonly token?: string | undefined;
  readonly isAuthenticated: boolean;
  readonly isApiEnabled: boolean;
  /** Why the client would be rejected now; absent if it would be accepted. */
  readonly accessError?: ApiError | undefined;
}

/** Runs the direct action with this name. Throws ApiError if the action fails. */
export type RunAction = (
  name: string,
  parameters: Record<string, unknown>,
  caller: HubCaller,
) => MaybePromise<ActionOutcome>;

/** The type of a callback's single argument. */
type CallbackArgument<K extends HubCallback> = z.input<(typeof hub)[K]['args']>[keyof z.input<
  (typeof hub)[K]['args']
>];

/** The context in which a hub method runs: the connection and the runtime's actions. */
export interface MethodContext {
  readonly caller: HubCaller;
  readonly runAction: RunAction;
  /** Whether unknown fields in arguments are rejected. */
  readonly strict: boolean;
  /** @returns the sequence number after which the events start, and the patterns that match no event type */
  subscribe(patterns: readonly string[], filter: EventFilter): z.output<typeof SubscribeResult>;
  unsubscribe(patterns: readonly string[]): void;
  resume(streamId: string, lastSeq: number): z.output<typeof ResumeResult>;
  /**
   * Resolves when the stream has reached the client's position, or immediately if the position has already been
   * reached.
   * @returns a promise, or `undefined` if the stream will never reach the position
   */
  waitForSeq(streamId: string, seq: number): Promise<void> | undefined;
  /** Sets the maximum number of high-volume events per second from one source. */
  setRate(perSecond: number): void;
  /** Invokes a callback on the client. */
  callClient<K extends HubCallback>(callback: K, argument: CallbackArgument<K>): void;
  /** Called with failures that are not an ApiError. */
  onFailure(failure: unknown): void;
}

/**
 * A hub method that receives the raw arguments. It returns nothing, a result, or a promise of a result, and throws
 * ApiError if it fails.
 */
export type HubMethodHandler = (values: readonly unknown[], context: MethodContext) => unknown;

/** The names of unknown fields in the arguments, such as `command.Paramters`; absent if there are none. */
interface IgnoredFieldNames {
  readonly ignored?: string[];
}

const noIgnoredFieldNames: IgnoredFieldNames = {};

/** Implements a declared hub method. `body` receives the validated arguments, keyed by name. */
export const defineMethod = <K extends HubMethod>(
  name: K,
  body: (
    args: z.output<(typeof hub)[K]['args']>,
    context: MethodContext,
    ignoredFields: IgnoredFieldNames,
  ) => unknown,
): HubMethodHandler => {
  const { args } = hub[name];
  const bind = createArgumentBinder<(typeof hub)[K]['args']>(args);
  const findUnknown = Object.entries(args.shape).map(([argument, schema]) =>
    createUnknownFieldFinder(schema, argument, { foldCase: true }),
  );
  const listIgnoredFields = (values: readonly unknown[], strict: boolean): IgnoredFieldNames => {
    const ignored = new IgnoredFields(strict);
    findUnknown.forEach((find, index) => {
      find(values[index], ignored);
    });
    return ignored.isEmpty ? {} : { ignored: ignored.names };
  };
  return (values, context) => {
    const { args, isExact } = bind(values);
    return body(args, context, isExact ? noIgnoredFieldNames : listIgnoredFields(values, context.strict));
  };
};

/** The maximum number of problems that an error lists. Further problems are only counted. */
const maxReportedProblems = 5;

/** The validated arguments, keyed by name. */
interface BoundArguments<T> {
  readonly args: T;
  /**
   * Whether the arguments match their declaration exactly, including letter case. Such arguments contain no unknown
   * fields.
   */
  readonly isExact: boolean;
}

/**
 * Creates a function that validates positional arguments and returns them keyed by name. Property names of objects may
 * have any letter case, but keys of records are data and stay unchanged.
 * @returns the function, which throws ApiError INVALID_REQUEST with the invalid argument and what was expected
 */
const createArgumentBinder = <S extends z.ZodObject>(args: S) => {
  const names = Object.keys(args.shape);
  const accept = lazy(() => compileParser(args) ?? rejectAll);
  const recaser = lazy(() => createRecaser(args, ''));
  return (values: readonly unknown[]): BoundArguments<z.output<S>> => {
    if (values.length > names.length) {
      throw new ApiError(
        'INVALID_REQUEST',
        `Expected at most ${names.length} arguments (${names.join(', ')}), not ${values.length}.`,
      );
    }
    const named = nameValues(names, values);
    const accepted = accept()(named);
    if (accepted !== undefined) return { args: accepted as z.output<S>, isExact: true };
    const parsed = args.safeParse(recaser()(named), validationMessages);
    if (parsed.success) return { args: parsed.data, isExact: false };
    const { issues } = parsed.error;
    const problems = issues
      .slice(0, maxReportedProblems)
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
    const suffix =
      issues.length > maxReportedProblems ? `; and ${issues.length - maxReportedProblems} more` : '';
    throw new ApiError('INVALID_REQUEST', `${problems.join('; ')}${suffix}.`);
  };
};

const nameValues = (names: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const named: Record<string, unknown> = {};
  for (const [index, value] of values.entries()) named[names[index] as string] = value;
  return named;
};

type RecaseValue = (value: unknown) => unknown;

const keepCase: RecaseValue = (value) => value;

/**
 * Compiles a schema to a function that restores the declared letter case of property names. If an array exceeds its
 * limit, the function throws before it reads any item.
 */
const createRecaser = (schema: unknown, name: string): RecaseValue => {
  if (schema instanceof z.ZodObject) return recaseObject(schema);
  if (schema instanceof z.ZodArray) return recaseArray(schema, name);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return createRecaser(schema.unwrap(), name);
  }
  return keepCase;
};

const recaseArray = (schema: z.ZodArray, name: string): RecaseValue => {
  const recase = createRecaser(schema.element, name);
  const maxItems = getMaxItems(schema);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (value.length <= maxItems) return recase === keepCase ? value : value.map(recase);
    throw new ApiError('INVALID_REQUEST', `${name}: expected at most ${maxItems}, not ${value.length}.`);
  };
};

const recaseObject = ({ shape }: z.ZodObject): RecaseValue => {
  const declared = Object.entries(shape).map(([name, field]) => ({
    name,
    recase: createRecaser(field, name),
  }));
  const byName = new Map(declared.map((field) => [field.name, field]));
  const byLowerCase = new Map(declared.map((field) => [field.name.toLowerCase(), field]));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const recased: Record<string, unknown> = {};
    for (const [key, propertyValue] of Object.entries(value)) {
      const field = byName.get(key) ?? byLowerCase.get(key.toLowerCase());
      if (field) recased[field.name] = field.recase(propertyValue);
    }
    return recased;
  };
};
