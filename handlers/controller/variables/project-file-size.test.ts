import { expect, it } from 'vitest';
import { checkProjectFileSize } from '../graphs/file-size.ts';
import { addVariable, type Variables } from './variables.ts';
import { serializeProjectFile } from '../projects/project-file-format.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';

const tooLargeError = expect.objectContaining({
  code: 'INVALID_VALUE',
  reason: expect.stringMatching(/^With '.+', project\.json would have more than 268435456 bytes/),
});

const createIds = () => {
  let last = 0;
  return () => {
    last += 1;
    return String(last);
  };
};

it('variables for which project.json has no room are rejected, whatever their text is', () => {
  const variables: Variables = new Map();
  const newId = createIds();
  const text = '€'.repeat(1_000_000);
  const add = (name: string, value: string) => addVariable(variables, newId, { name, type: 'String', value });
  for (let index = 0; index < 89; index += 1) add(`v${index}`, text);
  expect(() => add('one more', text)).toThrow(tooLargeError);
  expect(variables.size).toBe(89);
  const small = add('small', 'x');
  expect(() => checkProjectFileSize(variables, { ...small, value: text })).toThrow(tooLargeError);
  checkProjectFileSize(variables, { ...small, value: 'y' });
  checkProjectFileSize(variables, { ...variables.get('1')!, value: text });
});

it('values are measured as in project.json, with one item per line', () => {
  const variables: Variables = new Map();
  const newId = createIds();
  const value = JSON.parse(`${'['.repeat(60)}${Array(400_000).fill('1').join()}${']'.repeat(60)}`);
  const add = (name: string) => addVariable(variables, newId, { name, type: 'Generic', value });
  add('v1');
  const fitting = Math.floor(maxProjectFileBytes / serializeProjectFile(variables).length);
  const exceedLimit = (): void => {
    for (let number = 2; number <= fitting + 1; number += 1) add(`v${number}`);
  };
  expect(exceedLimit).toThrow(tooLargeError);
  expect(variables.size).toBeGreaterThan(1);
  expect(variables.size).toBeLessThanOrEqual(fitting);
});
