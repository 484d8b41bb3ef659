import { hubPath } from '#spec/service-address.ts';
import type { RelayedCall } from '../broker/relay-messages.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import { isReply, type Pipeline } from '../pipeline/pipeline.ts';
import type { RelayedHub } from './relayed-hub.ts';

/**
 * Whether the relay serves a call itself. The relay serves pages and hub connections; the service answers all other
 * calls.
 */
const isServedLocally = ({ method, path }: Call): boolean =>
  path === `${hubPath}/negotiate` || (method === 'GET' && !path.startsWith('/api') && path !== '/mcp');

/**
 * Creates a pipeline that forwards calls to the service, except for the calls that the relay serves itself.
 * Unauthorized callers are rejected before anything is forwarded.
 */
export const createForwardingPipeline = (
  localPipeline: Pipeline,
  sendRequest: RelayedHub['request'],
): Pipeline => {
  const relayed = async (call: Call): Promise<Reply> => {
    const { head, body } = await sendRequest({ kind: 'call', call: toRelayedCall(call) });
    if (head.kind !== 'reply') throw new Error(`The response to a call was of the kind ${head.kind}.`);
    return { ...head, body: body.length > 0 ? body : undefined };
  };
  return {
    ...localPipeline,
    dispatch(call, routed) {
      if (isServedLocally(call)) return localPipeline.dispatch(call, routed);
      const authorized = routed ?? localPipeline.authorize(call);
      if (isReply(authorized)) return authorized;
      return relayed(call).catch((failure) => localPipeline.toErrorReply(failure, call));
    },
  };
};

const toRelayedCall = ({
  isLoopback,
  remoteListener,
  batch,
  acceptsBytes,
  body,
  ...call
}: Call): RelayedCall => ({
  ...call,
  ...(body && { body: 'text' in body ? body.text : JSON.stringify(body.json) }),
});
