import { expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createAssetRefresh } from './asset-refresh.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';

/** A link whose commands the test answers one after another. */
const createTestLink = (capabilities?: RuntimeLink['capabilities']) => {
  const commands: { readonly action: string; settle(failure?: Error): void }[] = [];
  const warnings: string[] = [];
  const link = {
    connected: true,
    capabilities,
    request: (_: string, { action }: { action: string }) =>
      new Promise((resolve, reject) => {
        commands.push({ action, settle: (failure) => (failure ? reject(failure) : resolve({})) });
      }),
  };
  const refresh = createAssetRefresh({
    link: link as never,
    log: ({ message }) => void warnings.push(message),
  });
  return { link, commands, warnings, refresh };
};

it('a refresh that starts after a change includes the change, and waiting calls share it', async () => {
  const { commands, refresh } = createTestLink();
  const settled: string[] = [];
  void refresh().then(() => settled.push('first'));
  void refresh().then(() => settled.push('second'));
  void refresh().then(() => settled.push('third'));
  expect(commands.map(({ action }) => action)).toEqual(['project.refresh']);
  commands[0]!.settle();
  await expect.poll(() => commands.length).toBe(2);
  expect(settled).toEqual(['first']);
  commands[1]!.settle();
  await expect.poll(() => settled).toEqual(['first', 'second', 'third']);
  void refresh();
  expect(commands).toHaveLength(3);
});

it('a runtime that fails is reported, and asked again the next time', async () => {
  const { commands, refresh, warnings } = createTestLink();
  const failed = refresh();
  commands[0]!.settle(new ApiError('RUNTIME_TIMEOUT', 'It sleeps.'));
  await failed;
  expect(warnings).toEqual([expect.stringContaining('It sleeps.')]);
  void refresh();
  expect(commands).toHaveLength(2);
});

it('a runtime that is not connected, or has no such action, is not asked', async () => {
  const disconnected = createTestLink();
  disconnected.link.connected = false;
  await disconnected.refresh();
  const incapable = createTestLink({ actions: new Set(['scene.spawn']) } as never);
  await incapable.refresh();
  expect([...disconnected.commands, ...incapable.commands]).toEqual([]);
});
