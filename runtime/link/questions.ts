/** What a runtime asks of its controller: actions that are about what the controller has (register: C-163). */
import { ApiError } from '#spec/errors.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionSpec, ActionParameters, ActionResult } from '#spec/contract/action-spec.ts';
import type { ErrorCode } from '#spec/errors.ts';

/** The contracts of the actions that the controller carries out. */
type ControllerSpecs = Pick<Actions, 'project' | 'log'>;

/** Their names, by which they are asked for. */
export type ControllerAction =
  | `project.${Exclude<keyof ControllerSpecs['project'], 'refresh'>}`
  | 'log.clear';

type SpecOf<A extends ControllerAction> = A extends `${infer C extends keyof ControllerSpecs}.${infer N}`
  ? N extends keyof ControllerSpecs[C]
    ? ControllerSpecs[C][N] extends infer S extends ActionSpec
      ? S
      : never
    : never
  : never;

export type Asked<A extends ControllerAction> = ActionParameters<SpecOf<A>>;
export type Told<A extends ControllerAction> = ActionResult<SpecOf<A>>;

/** Plain data. */
export interface Question {
  readonly id: number;
  readonly action: ControllerAction;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Plain data: what the action results in, or why it failed. */
export type QuestionAnswer = { readonly id: number } & (
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly failure: Failure }
);

interface Failure {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly resolution: string;
}

/** A fault as plain data. */
export const failureOf = ({ code, reason, details, resolution }: ApiError): Failure => ({
  ...{ code, reason, resolution },
  ...(details && { details }),
});

export const faultOf = ({ code, reason, details, resolution }: Failure): ApiError =>
  new ApiError(code, reason, details, resolution);

export interface Questions {
  /** @throws Fault as the action does; ACTION_FAILED when there is no controller */
  ask<A extends ControllerAction>(action: A, parameters: Asked<A>): Promise<Told<A>>;
  answer(answer: QuestionAnswer): void;
  /** How many were asked, as plain data. */
  state(): unknown;
}

interface Waiting {
  resolve(result: never): void;
  reject(failure: ApiError): void;
}

/** The refusal where nobody can be asked. */
export const noController = ({ action }: Pick<Question, 'action'>): ApiError =>
  new ApiError('ACTION_FAILED', `${action} is for a runtime that has a controller.`);

/** @param hand hands a question to the controller. @returns whether there is one */
export const createQuestions = (hand: (question: Question) => boolean): Questions => {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  return {
    ask: (action, parameters) =>
      new Promise((resolve, reject) => {
        asked += 1;
        const id = asked;
        if (hand({ id, action, parameters })) waiting.set(id, { resolve, reject });
        else reject(noController({ action }));
      }),
    answer(answer) {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('result' in answer) asker?.resolve(answer.result as never);
      else asker?.reject(faultOf(answer.failure));
    },
    state: () => asked,
  };
};
