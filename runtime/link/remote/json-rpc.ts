/** Encodes and decodes JSON-RPC 2.0 messages. Text messages contain JSON, binary messages contain MessagePack. */
import { ApiError, type ErrorCode, errors } from '#spec/errors.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { linkErrors } from '#spec/runtime-link/errors.ts';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { isWithinLimits } from '#spec/value-limits.ts';
import { decodeMessagePack, decodeMessagePackBytes } from '../messagepack/decode-messagepack.ts';
import { encodeMessagePack, encodeMessagePackBytes } from '../messagepack/encode-messagepack.ts';
import { createRuntimeFailedError } from '../pending-responses.ts';
import { ProtocolError } from '../protocol-error.ts';
import { deserializeApiError, serializeApiError } from '../runtime-requests.ts';
import type { LinkCommandSpec } from '#spec/runtime-link/command-spec.ts';

export type LinkEncoding = 'json' | 'messagepack';

export type RpcId = number | string;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message without the field `jsonrpc`. */
export type RpcMessage =
  | { readonly id: RpcId; readonly method: string; readonly params: unknown }
  | { readonly method: string; readonly params: unknown }
  | { readonly id: RpcId; readonly result: unknown }
  | { readonly id: RpcId | null; readonly error: RpcError };

export const encodeRpcMessage = (message: RpcMessage, encoding: LinkEncoding): string | Buffer => {
  const fullMessage = { jsonrpc: '2.0', ...message };
  return encoding === 'json' ? JSON.stringify(fullMessage) : encodeMessagePack(fullMessage);
};

/** Encodes the bytes of a response as a message of their own: a binary message, which is a bin value in MessagePack. */
export const encodeBytesMessage = (bytes: Uint8Array, encoding: LinkEncoding): Uint8Array =>
  encoding === 'json' ? bytes : encodeMessagePackBytes(bytes);

/** Returns the bytes if a message consists of nothing else, and `undefined` for a JSON-RPC message. */
export const decodeBytesMessage = (content: string | Buffer, encoding: LinkEncoding): Buffer | undefined => {
  if (typeof content === 'string') return undefined;
  return encoding === 'json' ? content : decodeMessagePackBytes(content);
};

/** @throws ProtocolError for an invalid message, or for an encoding other than the negotiated one */
export const decodeRpcMessage = (content: string | Buffer, encoding: LinkEncoding): RpcMessage => {
  if ((typeof content === 'string') !== (encoding === 'json'))
    throw new ProtocolError(
      `A ${typeof content === 'string' ? 'text' : 'binary'} message was received, but the negotiated encoding is ${encoding}`,
    );
  const value = typeof content === 'string' ? parseText(content) : decodeMessagePack(content);
  if (!isRecord(value) || value.jsonrpc !== '2.0')
    throw new ProtocolError('A message is a JSON-RPC 2.0 object');
  const { id, method, params = {}, error } = value;
  if (typeof method === 'string') {
    if (!isRecord(params)) throw new ProtocolError(`The params of ${method} are not an object`);
    if (id === undefined) return { method, params };
    if (isRpcId(id)) return { id, method, params };
  } else if (isRpcError(error)) {
    if (isRpcId(id) || id === null) return { id, error };
  } else if (isRpcId(id) && 'result' in value) return { id, result: value.result };
  throw new ProtocolError('A message is neither request nor notification, result nor error');
};

const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('A text message is not JSON');
  }
};

/** Whether a value is an object other than an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRpcId = (value: unknown): value is RpcId => typeof value === 'string' || Number.isSafeInteger(value);

const isRpcError = (value: unknown): value is RpcError =>
  isRecord(value) && Number.isSafeInteger(value.code) && typeof value.message === 'string';

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
