import type { Json } from '../values.ts';

/** What a client does in an example or meets, in order. A word in braces stands for what an earlier answer held there. */
type ExampleStep =
  | { readonly says: string }
  | { readonly call: string; readonly body?: Json; readonly status: number; readonly answer: Json }
  /** Simulated time that passes. */
  | { readonly seconds: number }
  | { readonly connect: string }
  | { readonly sends: Json }
  | { readonly receives: Json };

/** A task from its first call to what came of it. What is received holds at least what stands here, lists in this order. */
export interface WorkedExample {
  readonly title: string;
  readonly steps: readonly ExampleStep[];
}

const formatStep = (step: ExampleStep): string => {
  if ('says' in step) return step.says;
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

/** An example as plain text: prose and calls in paragraphs of their own, the messages of a hub connection in one. */
export const renderWorkedExample = ({ title, steps }: WorkedExample): string => {
  const parts = steps.map((step, i) => {
    const goesOn = isHubMessageStep(step) && isHubMessageStep(steps[i - 1]);
    return `${goesOn ? '\n' : '\n\n'}${formatStep(step)}`;
  });
  return `## ${title}${parts.join('')}`;
};
