import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintDocument } from '../../spec/contract/testing-lint-document.ts';

const readDocument = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../spec/documents/${name}`, import.meta.url), 'utf8'));

describe.each([
  ['openapi.json', { openapi: '3.0.1' }],
  ['asyncapi.json', { asyncapi: '3.0.0' }],
])('%s', (name, version) => {
  const document = readDocument(name);

  test('is valid and has no warnings', async () => {
    expect(document).toMatchObject(version);
    expect(await lintDocument(document)).toEqual([]);
  });

  test('would have an error and a warning if it named neither its version nor a contact', async () => {
    const problems = await lintDocument({ ...document, info: { title: 'Nobody' } });
    expect(problems).toContainEqual(expect.stringContaining('must have required property "version"'));
    expect(problems).toContainEqual(expect.stringContaining('info-contact'));
  });
});

test('openapi.normative.json is valid', async () => {
  const document = readDocument('openapi.normative.json');
  expect(document).toMatchObject({ openapi: '3.0.1' });
  expect(await lintDocument(document)).toEqual([]);
});
