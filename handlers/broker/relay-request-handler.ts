import { ApiError } from '#spec/errors.ts';
import { findCommandError } from '../hub/methods/send-action.ts';
import { type Call, type RemoteListener, type Reply, toWireBody } from '../pipeline/call.ts';
import {
  encodeResponse,
  parseRelayMessage,
  type RelayedCall,
  RelayRequest,
  toRelayedError,
} from './relay-messages.ts';
import type { Service } from '../service.ts';

type RelayedService = Pick<Service, 'dispatch' | 'toErrorReply' | 'runAction' | 'security' | 'bus'>;

/** Accepts every Host, because the relay has already checked that the Host is one of its own names. */
const relayListener: RemoteListener = { isOwnHost: () => true };

/**
 * Creates a handler for requests from relays. The handler authorizes every request with the token of the relay's
 * client.
 */
export const createRelayRequestHandler = (service: RelayedService, onFailure: (failure: unknown) => void) => {
  const { bus, security } = service;

  const dispatchAsync = async (call: Call): Promise<Reply> => service.dispatch(call);
  const handleCall = async (relayedCall: RelayedCall): Promise<Buffer> => {
    const call = toCall(relayedCall);
    const response = await dispatchAsync(call).catch((failure) => service.toErrorReply(failure, call));
    const { status, headers } = response;
    return encodeResponse({ kind: 'reply', seq: bus.seq, status, headers }, toWireBody(response));
  };
  const runAction = async (token: string | undefined, name: string, parameters: RelayedParameters) => {
    const { apiEnabled } = security.settings;
    const commandError = findCommandError({
      isAuthenticated: security.isToken(token),
      isApiEnabled: apiEnabled,
    });
    if (commandError) throw commandError;
    return service.runAction(name, parameters);
  };
  const handleAction = async ({
    token,
    action,
    parameters,
  }: RelayRequest & { kind: 'action' }): Promise<Buffer> => {
    try {
      const outcome = await runAction(token, action, parameters);
      return encodeResponse({ kind: 'outcome', seq: bus.seq, outcome });
    } catch (failure) {
      if (!(failure instanceof ApiError)) onFailure(failure);
      const error = failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR');
      return encodeResponse({ kind: 'fault', seq: bus.seq, fault: toRelayedError(error) });
    }
  };

  return async (text: string): Promise<Buffer | undefined> => {
    const relayRequest = parseRelayMessage(RelayRequest, text);
    if (!relayRequest) return undefined;
    return relayRequest.kind === 'call' ? handleCall(relayRequest.call) : handleAction(relayRequest);
  };
};

type RelayedParameters = Readonly<Record<string, unknown>>;

/** A caller that uses a relay is treated as a caller on another machine, wherever the relay runs. */
const toCall = ({ body, ...relayedCall }: RelayedCall): Call => ({
  ...{ token: undefined, authorization: undefined, origin: undefined, host: undefined },
  ...{ contentType: undefined, accept: undefined, ifMatch: undefined, preflight: undefined },
  ...relayedCall,
  ...{ isLoopback: false, remoteListener: relayListener, acceptsBytes: true },
  body: body === undefined ? undefined : { text: body },
});
