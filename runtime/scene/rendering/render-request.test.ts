import { expect, it } from 'vitest';
import { createResourceReceiver, createResourceSender } from './render-request.ts';

const createResource = (serial: number) => ({ serial, content: `resource ${serial}` });

it('sends each resource once while it is in use, and again after a pause', () => {
  const send = createResourceSender<ReturnType<typeof createResource>>();
  const receive = createResourceReceiver<ReturnType<typeof createResource>>();
  const uses = [[1, 2], [2, 3], [3, 2], [], [3, 1, 3]];
  const sent = uses.map((serials) => send(serials.map(createResource)));
  expect(sent).toEqual([
    [createResource(1), createResource(2)],
    [2, createResource(3)],
    [3, 2],
    [],
    [createResource(3), createResource(1), createResource(3)],
  ]);
  expect(sent.map(receive)).toEqual(uses.map((serials) => serials.map(createResource)));
});

it('throws for a resource that was never sent', () => {
  expect(() => createResourceReceiver()([7])).toThrow('Resource 7 was not sent.');
});
