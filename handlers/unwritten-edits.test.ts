/** What the hub does with edits that cannot be noted down. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { graphRunning } from './hub/testing-events.ts';
import { handshake, invoke, received, turn } from './hub/testing-hub.ts';
import { createFakeWire } from './hub/testing-wire.ts';
import { createTestService } from './testing.ts';

it('counts each edit that cannot be noted down once, however many events pass', async () => {
  const { service, folder, dispose } = await createTestService();
  const { controller, hub, bus } = service;
  const wire = createFakeWire();
  hub.accept(wire, { authenticated: true, apiEnabled: true });
  wire.send(handshake);
  await invoke(wire, 'Subscribe', ['graph.running']);
  const notes = join(folder, 'project', '.scene-runtime');
  await rm(notes, { recursive: true, force: true });
  await writeFile(notes, 'in the way');

  const { revision } = controller.projectState();
  const counted = [];
  for (const name of ['First', 'Second', 'First']) {
    await controller.createGraph({ name, replace: true });
    for (let event = 0; event < 3; event += 1) {
      bus.publish([graphRunning(`g${event}`)]);
      await turn();
      counted.push(controller.projectState().revision - revision);
    }
  }

  expect(received(wire)).toHaveLength(9);
  expect(controller.unsavedSince).toBeDefined();
  expect(counted).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  await dispose();
});
