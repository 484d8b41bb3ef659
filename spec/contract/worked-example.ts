import type { Json } from '../values.ts';

/**
 * A step in an example: a call, a message or a pause, in order. A word in braces stands for a value from an earlier
 * response.
 */
type ExampleStep =
  | { readonly text: string }
  | { readonly call: string; readonly body?: Json; readonly status: number; readonly answer: Json }
  /** Simulated time that passes. */
  | { readonly seconds: number }
  | { readonly connect: string }
  | { readonly sends: Json }
  | { readonly receives: Json };

/**
 * An example of a complete task. Each received message contains at least what is shown, and lists are in the order
 * shown.
 */
export interface WorkedExample {
  readonly title: string;
  readonly steps: readonly ExampleStep[];
}

const formatStep = (step: ExampleStep): string => {
  if ('text' in step) return step.text;
  if ('seconds' in step) return `After ${step.seconds} s:`;
  if ('connect' in step) return `GET ${step.connect}`;
  if ('sends' in step) return `C: ${JSON.stringify(step.sends)}`;
  if ('receives' in step) return `S: ${JSON.stringify(step.receives)}`;
  const { call, body, status, answer } = step;
  const sent = body === undefined ? [] : [JSON.stringify(body)];
  return [call, ...sent, `-> ${status} ${JSON.stringify(answer)}`].join('\n');
};

const isHubMessageStep = (step: ExampleStep | undefined): boolean =>
  step !== undefined && ('sends' in step || 'receives' in step);

/**
 * Renders an example as plain text. Prose and calls are separate paragraphs, and the messages of a hub connection form
 * one paragraph.
 */
export const renderWorkedExample = ({ title, steps }: WorkedExample): string => {
  const parts = steps.map((step, i) => {
    const continuesMessages = isHubMessageStep(step) && isHubMessageStep(steps[i - 1]);
    return `${continuesMessages ? '\n' : '\n\n'}${formatStep(step)}`;
  });
  return `## ${title}${parts.join('')}`;
};
