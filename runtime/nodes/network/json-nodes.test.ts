import { describe, expect, test } from 'vitest';
import { evaluatePureNode } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';

describe('ParseJson', () => {
  const parse = (Text: string) => [
    evaluatePureNode('ParseJson', { Text }, 'Value').value,
    evaluatePureNode('ParseJson', { Text }, 'IsValid').value,
  ];
  const createNestedJson = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test.each<[string, Json]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    [' 5 ', 5],
    ['null', null],
    ['""', ''],
    [createNestedJson(64), JSON.parse(createNestedJson(64))],
    ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ])('%s', (text, value) => {
    expect(parse(text)).toEqual([value, true]);
  });

  test.each(['', '{', "{'a':1}", 'undefined', 'NaN', '[1,]', '\ufeff1'])('%j is not valid', (text) => {
    expect(parse(text)).toEqual([null, false]);
  });

  test.each([65, 300_000])('%d levels are too many, with one warning', (levels) => {
    const { value, runtime } = evaluatePureNode('ParseJson', { Text: createNestedJson(levels) }, 'IsValid');
    runtime.step(3);
    expect(value).toBe(false);
    expect(runtime.messages()).toEqual([expect.stringContaining('64 levels')]);
  });
});

describe('ToJson', () => {
  const write = (Value: Json, Indent = false) => evaluatePureNode('ToJson', { Value, Indent }, 'Text').value;

  test.each<[Json, string]>([
    [{ a: [1, null, 'é"'] }, '{"a":[1,null,"é\\""]}'],
    [null, 'null'],
    ['text', '"text"'],
    [[], '[]'],
  ])('%j', (value, text) => {
    expect(write(value)).toBe(text);
    expect(JSON.parse(String(write(value, true)))).toEqual(value);
  });

  test('over several lines with Indent', () => {
    expect(write({ a: [1] }, true)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  test.each<[string, Json, boolean]>([
    ['too many characters', '\u0001'.repeat(200_000), false],
    ['too many characters of indentation', Array(200_000).fill([0]), true],
  ])('%s yield an empty text, with one warning', (_, value, Indent) => {
    const { value: text, runtime } = evaluatePureNode('ToJson', { Value: value, Indent }, 'Text');
    runtime.step(2);
    expect(text).toBe('');
    expect(runtime.messages()).toEqual([expect.stringContaining('1000000 characters')]);
  });
});

describe('GetJsonValue', () => {
  const get = (Value: Json, Path: string) => [
    evaluatePureNode('GetJsonValue', { Value, Path, Default: 'none' }, 'Result').value,
    evaluatePureNode('GetJsonValue', { Value, Path, Default: 'none' }, 'Found').value,
  ];
  // the example from RFC 6901, section 5
  const example: Json = {
    ...{
      foo: ['bar', 'baz'],
      '': 0,
      'a/b': 1,
      'c%d': 2,
      'e^f': 3,
      'g|h': 4,
      'i\\j': 5,
      'k"l': 6,
      ' ': 7,
      'm~n': 8,
    },
    nothing: null,
  };

  test.each<[string, Json]>([
    ['', example],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/nothing', null],
  ])('%j finds a value', (path, value) => {
    expect(get(example, path)).toEqual([value, true]);
  });

  test.each([
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/-1',
    '/foo/1e0',
    '/foo/length',
    '/nobody',
    '/toString',
    '/a/b',
    '/foo/0/0',
    '/nothing/a',
  ])('%j finds nothing', (path) => {
    expect(get(example, path)).toEqual(['none', false]);
  });

  test('escapes are decoded once: ~01 is ~1', () => {
    expect(get({ '~1': 'tilde', '/': 'slash' }, '/~01')).toEqual(['tilde', true]);
  });

  test.each(['foo', '/m~n', '/~', '#/foo'])('%j is not a pointer, with one warning', (Path) => {
    const { value, runtime } = evaluatePureNode('GetJsonValue', { Value: example, Path }, 'Found');
    runtime.step(3);
    expect(value).toBe(false);
    expect(runtime.messages()).toEqual([expect.stringContaining('JSON pointer')]);
  });
});
