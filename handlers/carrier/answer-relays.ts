import { findAction } from '#spec/actions/find.ts';
import { Fault } from '#spec/errors.ts';
import { sentBody } from '../hosts/translate.ts';
import { refusal } from '../hub/methods/command.ts';
import { performAction } from '../perform-action.ts';
import type { Call, Entrance } from '../pipeline/call.ts';
import type { Service } from '../service.ts';
import { writeAnswer } from './answer-codec.ts';
import { toCarriedFault } from './carried-fault.ts';
import type { AnswerHead, CarriedCall, Question } from './messages.ts';

type Answering = Pick<Service, 'dispatch' | 'failed' | 'link' | 'security' | 'bus'>;

/** The relay has looked whether the name is one of its own. */
const relayed: Entrance = { isOwnHost: () => true };

/** Answers what relays ask: everything is judged here, by the token that the client of the relay has shown. */
export const createAnswers = (service: Answering, onFailure: (failure: unknown) => void) => {
  const { bus, link, security } = service;

  const reply = async (carried: CarriedCall): Promise<Buffer> => {
    const call = toCall(carried);
    try {
      const answer = await service.dispatch(call);
      const { status, headers } = answer;
      return writeAnswer({ kind: 'reply', seq: bus.seq, status, headers }, sentBody(answer));
    } catch (failure) {
      const answer = service.failed(failure, call);
      const { status, headers } = answer;
      return writeAnswer({ kind: 'reply', seq: bus.seq, status, headers }, sentBody(answer));
    }
  };
  const act = async ({ token, action, parameters }: Question & { kind: 'action' }): Promise<Buffer> => {
    const head = (end: { kind: 'outcome'; outcome: unknown } | Pick<FaultHead, 'kind' | 'fault'>): Buffer =>
      writeAnswer({ ...end, seq: bus.seq } as AnswerHead);
    try {
      const refused = refusal({
        authenticated: security.isToken(token),
        apiEnabled: security.settings.apiEnabled,
      });
      if (refused) throw refused;
      const outcome = await performAction({ link }, findAction(action), parameters);
      return head({ kind: 'outcome', outcome });
    } catch (failure) {
      if (!(failure instanceof Fault)) onFailure(failure);
      const fault = failure instanceof Fault ? failure : new Fault('INTERNAL_ERROR');
      return head({ kind: 'fault', fault: toCarriedFault(fault) });
    }
  };

  return (text: string): Promise<Buffer> => {
    const question = JSON.parse(text) as Question;
    return question.kind === 'call' ? reply(question.call) : act(question);
  };
};

type FaultHead = AnswerHead & { kind: 'fault' };

/** Whoever calls through a relay comes from another machine, wherever the relay is. */
const toCall = ({ body, ...carried }: CarriedCall): Call => ({
  ...{ token: undefined, authorization: undefined, origin: undefined, host: undefined },
  ...{ contentType: undefined, accept: undefined, ifMatch: undefined, preflight: undefined },
  ...carried,
  ...{ loopback: false, entrance: relayed, takesText: true },
  body: body === undefined ? undefined : { text: body },
});
