import { expect, it } from 'vitest';
import { findUnboundedArrays } from '#spec/contract/testing-unbounded-arrays.ts';
import { tools } from '../mcp-server.ts';

it.each(tools)('every array of $name has a maximum', ({ input }) => {
  expect(findUnboundedArrays(input)).toEqual([]);
});
