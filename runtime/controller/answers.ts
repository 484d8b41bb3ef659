/** Answers to what the runtime asks: actions that are about what the controller has (register: C-163). */
import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { failureOf } from '../link/questions.ts';
import type { RuntimeLink } from '../link/protocol.ts';
import type { Asked, ControllerAction, Question, QuestionAnswer, Told } from '../link/questions.ts';

/** What carries out each of the actions. */
export type Answers = {
  readonly [A in ControllerAction]: (parameters: Asked<A>) => Promise<Told<A>>;
};

interface AnsweringOptions {
  readonly link: RuntimeLink;
  readonly answers: Answers;
  /** Receives failures that no fault explains, of an answer or of the runtime in this process. */
  onFailure(failure: unknown): void;
}

/** Answers every question that comes over a link. */
export const answerQuestions = ({ link, answers, onFailure }: AnsweringOptions): void => {
  const answerTo = async ({ id, action, parameters }: Question): Promise<QuestionAnswer> => {
    try {
      if (!Object.hasOwn(answers, action))
        throw new ApiError('ACTION_NOT_FOUND', `The service does not carry out '${action}'.`);
      const carryOut = answers[action] as (given: Question['parameters']) => Promise<Told<ControllerAction>>;
      return { id, result: await carryOut(parseParameters(getAction(action), parameters)) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) onFailure(failure);
      return {
        id,
        failure: failureOf(failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR')),
      };
    }
  };
  link.listen({
    events() {},
    failed: onFailure,
    // what cannot be answered any more is given up by the link
    asked: (question) =>
      void answerTo(question)
        .then((answer) => link.request('question.answer', answer))
        .catch(() => {}),
  });
};
