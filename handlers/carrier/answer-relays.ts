import { getAction } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import { sentBody } from '../hosts/translate.ts';
import { refusal } from '../hub/methods/command.ts';
import { performAction } from '../perform-action.ts';
import type { Call, Entrance, Reply } from '../pipeline/call.ts';
import type { Service } from '../service.ts';
import { writeAnswer } from './answer-codec.ts';
import { toCarriedFault } from './carried-fault.ts';
import { type CarriedCall, Question } from './messages.ts';
import { readMessage } from './read-message.ts';

type Answering = Pick<Service, 'dispatch' | 'failed' | 'link' | 'security' | 'bus'>;

/** The relay has looked whether the name is one of its own. */
const relayed: Entrance = { isOwnHost: () => true };

/** Answers what relays ask: everything is judged here, by the token that the client of the relay has shown. */
export const createAnswers = (service: Answering, onFailure: (failure: unknown) => void) => {
  const { bus, link, security } = service;

  const dispatched = async (call: Call): Promise<Reply> => service.dispatch(call);
  const reply = async (carried: CarriedCall): Promise<Buffer> => {
    const call = toCall(carried);
    const answer = await dispatched(call).catch((failure) => service.failed(failure, call));
    const { status, headers } = answer;
    return writeAnswer({ kind: 'reply', seq: bus.seq, status, headers }, sentBody(answer));
  };
  const perform = async (token: string | undefined, name: string, parameters: CarriedParameters) => {
    const { apiEnabled } = security.settings;
    const refused = refusal({ authenticated: security.isToken(token), apiEnabled });
    if (refused) throw refused;
    return performAction({ link }, getAction(name), parameters);
  };
  const act = async ({ token, action, parameters }: Question & { kind: 'action' }): Promise<Buffer> => {
    try {
      const outcome = await perform(token, action, parameters);
      return writeAnswer({ kind: 'outcome', seq: bus.seq, outcome });
    } catch (failure) {
      if (!(failure instanceof ApiError)) onFailure(failure);
      const fault = failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR');
      return writeAnswer({ kind: 'fault', seq: bus.seq, fault: toCarriedFault(fault) });
    }
  };

  return async (text: string): Promise<Buffer | undefined> => {
    const question = readMessage(Question, text);
    if (!question) return undefined;
    return question.kind === 'call' ? reply(question.call) : act(question);
  };
};

type CarriedParameters = Readonly<Record<string, unknown>>;

/** Whoever calls through a relay comes from another machine, wherever the relay is. */
const toCall = ({ body, ...carried }: CarriedCall): Call => ({
  ...{ token: undefined, authorization: undefined, origin: undefined, host: undefined },
  ...{ contentType: undefined, accept: undefined, ifMatch: undefined, preflight: undefined },
  ...carried,
  ...{ loopback: false, entrance: relayed, takesBytes: true },
  body: body === undefined ? undefined : { text: body },
});
