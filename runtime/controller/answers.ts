/** Answers to what the runtime asks: actions that are about what the controller has (register: C-163). */
import { Fault } from '#spec/errors.ts';
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
  /** Told of a failure that no fault explains; the runtime learns only that there was one. */
  onFailure(failure: unknown): void;
}

/** Answers every question that comes over a link. */
export const answerQuestions = ({ link, answers, onFailure }: AnsweringOptions): void => {
  const answerTo = async ({ id, action, parameters }: Question): Promise<QuestionAnswer> => {
    try {
      const carryOut = answers[action] as
        | ((given: Question['parameters']) => Promise<Told<ControllerAction>>)
        | undefined;
      if (!carryOut) throw new Fault('ACTION_NOT_FOUND', `The service does not carry out '${action}'.`);
      return { id, result: await carryOut(parameters) };
    } catch (failure) {
      if (!(failure instanceof Fault)) onFailure(failure);
      return { id, failure: failureOf(failure instanceof Fault ? failure : new Fault('INTERNAL_ERROR')) };
    }
  };
  link.listen({
    events() {},
    // what cannot be answered any more is given up by the link
    asked: (question) =>
      void answerTo(question)
        .then((answer) => link.request('question.answer', answer))
        .catch(() => {}),
  });
};
