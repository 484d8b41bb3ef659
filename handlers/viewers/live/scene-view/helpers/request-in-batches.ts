import type { SceneClient } from '#spec/client/index.ts';

/** A call of a batch. */
export interface BatchOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Calls that one batch makes at most: a service is not kept from others for long. */
const maxBatchSize = 400;

/** Makes many calls in few batches. @returns the answers in their order, undefined for what was refused */
export const requestInBatches = async (
  client: Pick<SceneClient, 'request'>,
  questions: readonly BatchOperation[],
): Promise<unknown[]> => {
  const answers: unknown[] = [];
  while (answers.length < questions.length) {
    const operations = questions.slice(answers.length, answers.length + maxBatchSize);
    const { results } = await client.request('POST /api/batch', { body: { operations: [...operations] } });
    answers.push(...results.map(({ status, body }) => (status === 200 ? body : undefined)));
  }
  return answers;
};
