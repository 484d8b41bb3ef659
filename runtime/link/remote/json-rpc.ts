/** Encodes and decodes JSON-RPC 2.0 messages. Text messages contain JSON, binary messages contain MessagePack. */
import { ProtocolError } from '../protocol-error.ts';
import { decodeMessagePack } from '../messagepack/decode-messagepack.ts';
import { encodeMessagePack } from '../messagepack/encode-messagepack.ts';

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
  const hasId = typeof id === 'string' || Number.isSafeInteger(id);
  if (typeof method === 'string') {
    if (!isRecord(params)) throw new ProtocolError(`The params of ${method} are not an object`);
    if (id === undefined) return { method, params };
    if (hasId) return { id: id as RpcId, method, params };
  } else if (isRpcError(error)) {
    if (hasId || id === null) return { id: id as RpcId | null, error };
  } else if (hasId && 'result' in value) return { id: id as RpcId, result: value.result };
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

const isRpcError = (value: unknown): value is RpcError =>
  isRecord(value) && Number.isSafeInteger(value.code) && typeof value.message === 'string';
