import { type ErrorCode, errors, ApiError } from '#spec/errors.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { linkErrors } from '#spec/runtime-link/errors.ts';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { isWithinLimits } from '#spec/value-limits.ts';
import { createRuntimeFailedError } from '../pending-responses.ts';
import { serializeApiError, deserializeApiError } from '../runtime-requests.ts';
import { isRecord, type RpcError } from './json-rpc.ts';
import type { LinkCommandSpec } from '#spec/runtime-link/command-spec.ts';

/**
 * Converts an error to the form that is sent over the link. For an error without a code, this form contains only the
 * message.
 */
export const toRpcError = (failure: unknown): RpcError =>
  failure instanceof ApiError
    ? { code: linkErrors.refused.code, message: failure.reason, data: serializeApiError(failure) }
    : {
        code: linkErrors.internal.code,
        message: failure instanceof Error ? failure.message : 'It failed',
      };

/** Error codes with which any command may fail. */
const commonErrorCodes: readonly ErrorCode[] = ['ACTION_FAILED', 'RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT'];

const canFailWith = (command: LinkCommand, code: ErrorCode): boolean => {
  const { errors: codes = [] }: LinkCommandSpec = linkCommands[command];
  return codes.includes(code) || commonErrorCodes.includes(code);
};

/**
 * Converts a command error that was received over the link. Only the parts that clients may see are kept.
 * @returns ACTION_FAILED for a code that the command doesn't declare; `details.code` then contains that code
 */
export const toApiError = (command: LinkCommand, { code: rpcCode, message, data }: RpcError): ApiError => {
  if (rpcCode === linkErrors.internal.code) return createRuntimeFailedError(message);
  const { code, reason, details, resolution } = isRecord(data) ? data : {};
  const text = typeof reason === 'string' ? reason : message;
  const publicDetails = isRecord(details) && isWithinLimits(details) ? details : undefined;
  if (!isErrorCode(code) || !canFailWith(command, code))
    return new ApiError(
      'ACTION_FAILED',
      text,
      typeof code === 'string' ? { ...publicDetails, code } : publicDetails,
    );
  return deserializeApiError({
    ...{ code, reason: text },
    resolution:
      typeof resolution === 'string' && resolution !== ''
        ? truncateMiddle(resolution)
        : errors[code].resolution,
    ...(publicDetails && { details: publicDetails }),
  });
};

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);
