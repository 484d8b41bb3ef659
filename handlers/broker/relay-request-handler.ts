import { getAction } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import { toWireBody } from '../hosts/fetch-conversion.ts';
import { findCommandError } from '../hub/methods/run-command.ts';
import { performAction } from '../perform-action.ts';
import type { Call, RemoteListener, Reply } from '../pipeline/call.ts';
import type { Service } from '../service.ts';
import { encodeResponse } from './response-codec.ts';
import { toRelayedError } from './relayed-error.ts';
import { type RelayedCall, RelayRequest } from './relay-messages.ts';
import { parseRelayMessage } from './parse-message.ts';

type RelayedService = Pick<Service, 'dispatch' | 'toErrorReply' | 'link' | 'security' | 'bus'>;

/** The relay has already checked that the Host is one of its names. */
const relayListener: RemoteListener = { isOwnHost: () => true };

/** Handles the requests of relays. Everything is authorized here, with the token of the relay's client. */
export const createRelayRequestHandler = (service: RelayedService, onFailure: (failure: unknown) => void) => {
  const { bus, link, security } = service;

  const dispatched = async (call: Call): Promise<Reply> => service.dispatch(call);
  const reply = async (carried: RelayedCall): Promise<Buffer> => {
    const call = toCall(carried);
    const answer = await dispatched(call).catch((failure) => service.toErrorReply(failure, call));
    const { status, headers } = answer;
    return encodeResponse({ kind: 'reply', seq: bus.seq, status, headers }, toWireBody(answer));
  };
  const perform = async (token: string | undefined, name: string, parameters: RelayedParameters) => {
    const { apiEnabled } = security.settings;
    const refused = findCommandError({ isAuthenticated: security.isToken(token), isApiEnabled: apiEnabled });
    if (refused) throw refused;
    return performAction({ link }, getAction(name), parameters);
  };
  const act = async ({ token, action, parameters }: RelayRequest & { kind: 'action' }): Promise<Buffer> => {
    try {
      const outcome = await perform(token, action, parameters);
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
    return relayRequest.kind === 'call' ? reply(relayRequest.call) : act(relayRequest);
  };
};

type RelayedParameters = Readonly<Record<string, unknown>>;

/** A caller through a relay counts as another machine, wherever the relay is. */
const toCall = ({ body, ...carried }: RelayedCall): Call => ({
  ...{ token: undefined, authorization: undefined, origin: undefined, host: undefined },
  ...{ contentType: undefined, accept: undefined, ifMatch: undefined, preflight: undefined },
  ...carried,
  ...{ isLoopback: false, remoteListener: relayListener, acceptsBytes: true },
  body: body === undefined ? undefined : { text: body },
});
