import * as z from 'zod';
import { errorCodes, errors, getActionErrorStatus } from '../errors.ts';
import { editsGraph, editsProject } from './operation-spec.ts';
import { getQueryShape } from './query-parameters.ts';
import type { ErrorCode } from '../errors.ts';
import type { OperationSpec } from './operation-spec.ts';

const runtimeErrorCodes: readonly ErrorCode[] = ['RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT', 'ACTION_FAILED'];

const gatedErrorCodes: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'API_DISABLED',
  'CLIENT_NOT_ALLOWED',
  'RATE_LIMITED',
];

const bodyErrorCodes: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'INVALID_VALUE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const strictErrorCodes: readonly ErrorCode[] = ['INVALID_REQUEST', 'INVALID_QUERY'];

/** Whether any query can be invalid. Optional parameters that accept any text are always valid. */
const canRejectQuery = (operation: OperationSpec): boolean =>
  Object.values(getQueryShape(operation)).some((parameter) =>
    [undefined, 'any text'].some((value) => !z.safeParse(parameter, value).success),
  );

interface Strictness {
  /** Whether the service rejects undeclared query parameters and body fields (C-76). */
  readonly strict?: boolean;
}

/** Returns the error codes that an operation declares or that its marks imply, in the order of the catalog. */
export const listErrorCodes = (
  operation: OperationSpec,
  { strict = false }: Strictness = {},
): ErrorCode[] => {
  const codes = new Set<ErrorCode>([
    ...(operation.errors ?? []),
    ...(operation.runtimeErrors ?? []),
    'ORIGIN_FORBIDDEN',
    // An edit with `sync` reaches the runtime, so it can fail just like a runtime operation.
    ...(operation.needs === 'runtime' || operation.sync ? runtimeErrorCodes : []),
    ...(operation.tier === 'free' ? [] : gatedErrorCodes),
    ...(operation.body ? bodyErrorCodes : []),
    ...(editsGraph(operation) ? (['REVISION_CONFLICT'] as const) : []),
    ...(editsProject(operation) ? (['SAVE_FAILED'] as const) : []),
    ...(canRejectQuery(operation) ? (['INVALID_QUERY'] as const) : []),
    ...(strict ? strictErrorCodes : []),
    'INTERNAL_ERROR',
  ]);
  return errorCodes.filter((code) => codes.has(code));
};

/** Groups an operation's error codes by status, in ascending order. */
export const groupErrorCodesByStatus = (
  operation: OperationSpec,
  strictness?: Strictness,
): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = listErrorCodes(operation, strictness);
  const getStatus = (code: ErrorCode): number =>
    operation.runtimeErrors?.includes(code) ? getActionErrorStatus(code) : errors[code].status;
  const statuses = [...new Set(codes.map(getStatus))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => getStatus(code) === status)]));
};
