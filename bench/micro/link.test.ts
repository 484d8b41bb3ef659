import { afterEach, describe, expect, test } from 'vitest';
import { driveCommands } from './drive-commands.ts';
import { createHubCommandsBench } from './hub-commands-bench.ts';
import { createLinkCommandsBench } from './link-commands-bench.ts';
import { createLinkEventsBench } from './link-events-bench.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});
const closeAfterTest = <T extends { close(): Promise<void> }>(program: T): T => {
  cleanups.push(program.close);
  return program;
};

describe.each(['in process', 'json', 'messagepack'] as const)('a linked runtime: %s', (transport) => {
  test.each([1, 4])('completes every command, %d in flight', async (window) => {
    const program = closeAfterTest(createLinkCommandsBench());
    await program.prepare({ transport });
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect(await program.run({ maxInFlight: window, ms: 60_000, count: 40 })).toMatchObject({
        completed: 40,
      });
  });

  test('reports every node of every step', async () => {
    const program = closeAfterTest(createLinkEventsBench());
    await program.prepare({ transport, nodes: 20 });
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect(await program.run({ ms: 60_000, count: 400 })).toMatchObject({ events: 420 });
  });
});

test('completes the same commands over the hub', async () => {
  const program = closeAfterTest(createHubCommandsBench());
  await program.prepare();
  for (let repetition = 0; repetition < 2; repetition += 1)
    expect(await program.run({ maxInFlight: 4, ms: 60_000, count: 40 })).toMatchObject({ completed: 40 });
});

test('makes the same steps without a link', async () => {
  const program = closeAfterTest(createLinkEventsBench());
  await program.prepare({ nodes: 20 });
  expect(await program.run({ ms: 60_000, count: 400 })).toMatchObject({ events: 420 });
});

test('throws when a command is rejected', async () => {
  const send = async () => {
    throw new Error('refused');
  };
  await expect(driveCommands(send, { maxInFlight: 2, ms: 60_000, count: 4 })).rejects.toThrow('refused');
});
