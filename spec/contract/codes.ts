import * as z from 'zod';
import { errors, refusalStatus } from '../errors.ts';
import { editsGraph, editsProject } from './operation.ts';
import { queryShapeOf } from './query.ts';
import type { ErrorCode } from '../errors.ts';
import type { OperationSpec } from './operation.ts';

const impliedByRuntime: readonly ErrorCode[] = ['RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT', 'ACTION_FAILED'];

const impliedByGate: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'API_DISABLED',
  'CLIENT_NOT_ALLOWED',
  'RATE_LIMITED',
];

const impliedByBody: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'INVALID_VALUE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const impliedByStrictness: readonly ErrorCode[] = ['INVALID_REQUEST', 'INVALID_QUERY'];

/** Whether some query is invalid: parameters that may be left out and take any text are never wrong. */
const canRefuseQuery = (operation: OperationSpec): boolean =>
  Object.values(queryShapeOf(operation)).some((parameter) =>
    [undefined, 'any text'].some((value) => !z.safeParse(parameter, value).success),
  );

interface Strictness {
  /** Whether the service refuses query parameters and body fields that it does not take (register: C-76). */
  readonly strict?: boolean;
}

/** Every error code that an operation can answer: those it declares and those its marks imply, in catalog order. */
export const codesOf = (operation: OperationSpec, { strict = false }: Strictness = {}): ErrorCode[] => {
  const codes = new Set<ErrorCode>([
    ...(operation.errors ?? []),
    ...(operation.refusals ?? []),
    'ORIGIN_FORBIDDEN',
    // A synchronising edit reaches for the runtime just as a runtime operation does.
    ...(operation.needs === 'runtime' || operation.sync ? impliedByRuntime : []),
    ...(operation.tier === 'free' ? [] : impliedByGate),
    ...(operation.body ? impliedByBody : []),
    ...(editsGraph(operation) ? (['REVISION_CONFLICT'] as const) : []),
    ...(editsProject(operation) ? (['SAVE_FAILED'] as const) : []),
    ...(canRefuseQuery(operation) ? (['INVALID_QUERY'] as const) : []),
    ...(strict ? impliedByStrictness : []),
    'INTERNAL_ERROR',
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => codes.has(code));
};

/** The error codes of an operation by the status that carries them, in ascending order of status. */
export const statusesOf = (
  operation: OperationSpec,
  strictness?: Strictness,
): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = codesOf(operation, strictness);
  const statusOf = (code: ErrorCode): number =>
    operation.refusals?.includes(code) ? refusalStatus(code) : errors[code].status;
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]));
};
