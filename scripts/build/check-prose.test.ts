import { expect, it } from 'vitest';
import { checkProse } from './check-prose.ts';

it('reports terms that the project does not use in documents, but not in their code', async () => {
  const text = 'A client is told of it.\n\n`behaviour`\n\n```js\nbehaviour\n```\n';
  expect(await checkProse('README.md', text)).toMatchObject([
    { line: 1, severity: 'error', message: expect.stringContaining('use “is notified of” instead') },
  ]);
});

it('reports terms in the comments of sources, but not in their code', async () => {
  const source = "/**\n * Explains the behaviour.\n */\nconst a = 'behaviour'; \n// Whoever reads it.\n";
  const problems = await checkProse('a.ts', source);
  expect(problems.map(({ line }) => line)).toEqual([2, 5]);
});

it('warns of sentences that are too long to read', async () => {
  const longSentence = `It ${'is a very, very '.repeat(9)}long sentence.`;
  expect(await checkProse('README.md', `It is short.\n\n${longSentence} It ends.\n`)).toMatchObject([
    { line: 3, severity: 'warning', message: expect.stringMatching(/^A sentence has 39 words: It is a/) },
  ]);
});
