import { type ErrorCode, errors, Fault } from '#spec/errors.ts';
import { linkErrors } from '#spec/runtime-link/errors.ts';
import { failureOf, faultOf } from '../questions.ts';
import type { RpcError } from './rpc.ts';

/** A failure as it crosses the link. What no code tells stays behind, but for its message. */
export const errorOf = (failure: unknown): RpcError =>
  failure instanceof Fault
    ? { code: linkErrors.refused.code, message: failure.reason, data: failureOf(failure) }
    : {
        code: linkErrors.internal.code,
        message: failure instanceof Error ? failure.message : 'It failed',
      };

/**
 * A failure as it came over the link: ACTION_FAILED where its code is unknown here, and no fault where the runtime had
 * none to give.
 */
export const failureOfError = ({ code: kind, message, data }: RpcError): Error => {
  if (kind === linkErrors.internal.code) return new Error(`The runtime failed: ${message}`);
  const { code, reason, details, resolution } = (data ?? {}) as Partial<ReturnType<typeof failureOf>>;
  const text = typeof reason === 'string' ? reason : message;
  if (!isErrorCode(code)) return new Fault('ACTION_FAILED', text, { code });
  return faultOf({
    ...{ code, reason: text },
    resolution: typeof resolution === 'string' && resolution !== '' ? resolution : errors[code].resolution,
    ...(typeof details === 'object' && details !== null && { details }),
  });
};

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);
