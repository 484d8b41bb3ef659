import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionsBySpec } from '../actions/index.ts';
import { hub } from '../hub.ts';
import { operations } from '../rest/index.ts';
import type { OperationSpec } from './operation-spec.ts';
import { findUnboundedArrays } from './testing-unbounded-arrays.ts';

const bodies = Object.entries<OperationSpec>(operations).flatMap(([id, { body }]) =>
  body ? [[id, body] as const] : [],
);
const methods = Object.entries(hub).flatMap(([name, { direction, args }]) =>
  direction === 'client-to-server' ? [[name, args] as const] : [],
);
const parameters = [...actionsBySpec.values()].map(({ name, spec }) => [name, spec.parameters] as const);

describe('every array that a client sends has a maximum', () => {
  it.each([...bodies, ...methods, ...parameters])('%s', (_name, schema) => {
    expect(findUnboundedArrays(schema)).toEqual([]);
  });

  it('zod checks the length of an array before its items', () => {
    let visitCount = 0;
    const item = z.custom(() => {
      visitCount += 1;
      return false;
    });
    expect(z.array(item).max(10).safeParse(Array(11).fill(1)).error?.issues).toMatchObject([
      { code: 'too_big' },
    ]);
    expect(visitCount).toBe(0);
  });

  it('finds an unbounded array at any depth', () => {
    const nested = z.object({ list: z.array(z.object({ deep: z.array(z.int()).optional() })).max(3) });
    expect(findUnboundedArrays(nested)).toHaveLength(1);
  });
});
