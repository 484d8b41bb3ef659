/** Creates a runtime with an open project for asset tests. */
import { readFileSync } from 'node:fs';
import { findActionByName } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { createMemoryFilesDevice } from '../../devices/testing-memory-files.ts';
import { createTestRuntime } from '../../engine/testing-runtime.ts';
import { createInProcessLink } from '../../link/in-process-link.ts';
import type { RuntimeOptions } from '../../runtime-options.ts';

const demoFolder = new URL('../../../fixtures/projects/demo/assets/', import.meta.url);

const readDemoFile = (name: string): Uint8Array => readFileSync(new URL(name, demoFolder));

export const demoFiles = {
  'assets/sunflower.glb': readDemoFile('sunflower.glb'),
  'assets/pictures/sunflower.png': readDemoFile('sunflower.png'),
  'assets/chime.wav': readDemoFile('chime.wav'),
};

/**
 * Creates a runtime and opens a test project.
 * @param content the project's files, keyed by path
 */
export const openTestProject = async (
  content: Parameters<typeof createMemoryFilesDevice>[0] = demoFiles,
  options: Partial<RuntimeOptions> = {},
) => {
  const files = createMemoryFilesDevice(content);
  /** The timers that are pending until the test calls `runPendingTimers`. */
  let scheduledTasks: (() => void)[] = [];
  const scheduler = {
    now: () => 0,
    after: (_: number, task: () => void) => {
      scheduledTasks.push(task);
      return () => {
        scheduledTasks = scheduledTasks.filter((other) => other !== task);
      };
    },
  };
  const runtime = createTestRuntime({ files: files.device, scheduler, ...options });
  const link = createInProcessLink(runtime.target);
  await link.request('project.open', { folder: '/project', name: 'project' });

  const act = async (
    name: string,
    parameters: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> => {
    const action = findActionByName(name)!;
    const parsed = parseParameters(action, parameters);
    const { result } = await link.request('action.run', { action: name, parameters: parsed });
    return action.spec.result.strict().parse(result);
  };
  return {
    ...{ files, runtime, link, act },
    /** Runs an action that must fail, and returns its error. */
    async failure(name: string, parameters: Record<string, unknown> = {}): Promise<ApiError> {
      const thrown = await act(name, parameters).catch((failure: unknown) => failure);
      if (thrown instanceof ApiError) return thrown;
      throw new Error(`${name} did not fail: ${JSON.stringify(thrown)}`);
    },
    async runPendingTimers() {
      const tasks = scheduledTasks;
      scheduledTasks = [];
      for (const task of tasks) task();
      // Reads of in-memory files only wait for promises, which are all resolved by then.
      await new Promise(setImmediate);
    },
  };
};
