/** Texts of the service send readers to calls that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actionsByName } from '#spec/actions/index.ts';
import { queryShapeOf } from '#spec/contract/query.ts';
import { dataTypeNames } from '#spec/discovery.ts';
import { errors } from '#spec/errors.ts';
import { operations } from '#spec/rest/index.ts';
import type { OperationSpec } from '#spec/contract/operation.ts';
import { createRouter } from './pipeline/router.ts';

const root = new URL('..', import.meta.url);
const router = createRouter(operations);

interface Named {
  readonly text: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** The calls that a text names; what a template fills in is any one segment. */
const callsIn = (text: string): Named[] =>
  [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/[^\s'"`,;)|*<\\]*)/g)].map(([whole, method, address]) => {
    const [path, query] = address!
      .replace(/\$\{[^}]*\}?/g, 'x')
      .replace(/[.:]$/, '')
      .split('?');
    return { text: whole, method: method!, path: path!, query: query ?? '' };
  });

/** Whether a call leads to an operation, with parameters that it takes and names that there are. */
const exists = ({ method, path, query }: Named): boolean => {
  const match = router.find(method, path);
  if (!match || !('id' in match)) return false;
  const operation: OperationSpec = operations[match.id as keyof typeof operations];
  const { dataType, category, action } = match.params;
  const isFree = (name: string): boolean => name.startsWith('{') || name === 'x';
  return (
    [...new URLSearchParams(query).keys()].every((name) => name in queryShapeOf(operation)) &&
    (dataType === undefined || isFree(dataType) || dataTypeNames.some((name) => name === dataType)) &&
    (action === undefined || isFree(action) || actionsByName.has(`${category}.${action}`.toLowerCase()))
  );
};

describe('the error catalog', () => {
  it.each(Object.entries(errors))('names calls that exist, for %s', (_, { resolution }) => {
    const calls = callsIn(resolution);
    expect(calls).not.toEqual([]);
    expect(calls.filter((call) => !exists(call))).toEqual([]);
  });
});

it('every other text names calls that exist, too', () => {
  const sources = ['spec', 'runtime', 'handlers'].flatMap((room) =>
    readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|md)$/.test(name) && !/test/.test(name))
      .map((name) => `${room}/${name}`),
  );
  const calls = sources.flatMap((file) =>
    callsIn(readFileSync(new URL(file, root), 'utf8')).map((call) => ({ file, ...call })),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter((call) => !exists(call))).toEqual([]);
});
