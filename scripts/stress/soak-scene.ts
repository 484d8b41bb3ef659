/**
 * Spawns an object in every tick and destroys the object from a second before. Some objects have bodies, tweens and
 * sounds. Measures the runtime's memory.
 *
 * `npx tsx scripts/stress/soak-scene.ts [--ticks 100000]`
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFilesDevice } from '#runtime/devices/files-device.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { findActionByName } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { measureOwnMemory } from './measure-own-memory.ts';
import { printReport, runAsScript } from './run-as-script.ts';

interface SceneReport {
  readonly ticks: number;
  /** Heap memory in use after a garbage collection, in bytes, measured after each tenth of the ticks. */
  readonly heap: readonly number[];
  /** Memory outside the heap in bytes, including the physics engine's memory. */
  readonly outside: readonly number[];
  readonly problems: readonly string[];
}

/** Number of objects that exist at any time. */
const liveObjects = 60;
const samples = 10;
/** Allowed memory growth per tick, in bytes. Anything retained per object would exceed this limit. */
const maxBytesPerTick = 20;
/** Memory may vary by this many bytes, for example because compiled code is kept. */
const noiseBytes = 2_000_000;

const demoFolder = fileURLToPath(new URL('../../fixtures/projects/demo', import.meta.url));

const elements = [
  'Primitives/Cube',
  'Empty',
  'Lights/Point Light',
  'Camera',
  'Text/3D Text',
  'Effects/Particles',
];

const runScene = async (ticks: number): Promise<SceneReport> => {
  const runtime = createRuntime({ now: () => new Date(0), files: createFilesDevice() });
  const link = createInProcessLink(runtime);
  await link.request('project.open', { folder: demoFolder, name: 'demo' });
  const act = async (name: string, args: Readonly<Record<string, unknown>>): Promise<void> => {
    const action = findActionByName(name);
    if (!action) throw new Error(`There is no action ${name}.`);
    await link.request('action.run', { action: name, parameters: parseParameters(action, args) });
  };

  const spawn = async (index: number): Promise<void> => {
    const object = `thing-${index}`;
    const type = elements[index % elements.length];
    await act('scene.spawn', { type, tag: object, position: [index % 7, 5, index % 5] });
    if (index % 2 === 0) {
      await act('physics.setCollider', { object, shape: index % 4 === 0 ? 'box' : 'sphere' });
      await act('physics.setBody', { object, type: 'dynamic' });
    } else {
      const loops = index % 3 === 0 ? -1 : 0;
      await act('tween.position', { object, position: [0, 9, 0], time: 0.5, loops });
      await act('tween.scale', { object, scale: 2, time: 3 });
    }
    if (index % 3 === 0) await act('audio.play', { asset: 'chime.wav', object, loop: index % 2 === 0 });
  };
  const runTicks = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      await spawn(index);
      if (index >= liveObjects)
        await act('scene.objects.destroy', { object: `thing-${index - liveObjects}` });
      runtime.step();
    }
  };

  const heap: number[] = [];
  const outside: number[] = [];
  const ticksPerSample = Math.floor(ticks / samples);
  // Before the first measurement, creates everything that is created only once.
  await runTicks(0, ticksPerSample);
  for (let sampleIndex = 1; sampleIndex <= samples; sampleIndex += 1) {
    const { heapUsed, external } = await measureOwnMemory();
    heap.push(heapUsed);
    outside.push(external);
    if (sampleIndex < samples)
      await runTicks(sampleIndex * ticksPerSample, (sampleIndex + 1) * ticksPerSample);
  }
  runtime.stop();
  const allowed = noiseBytes + maxBytesPerTick * ticks;
  const problems = Object.entries({ heap, outside }).flatMap(([kind, values]) => {
    const growth = (values.at(-1) ?? 0) - (values[0] ?? 0);
    return growth > allowed ? [`${kind} memory grew by ${growth} bytes, more than ${allowed}`] : [];
  });
  return { ticks, heap, outside, problems };
};

/** Runs the test in a new process, in which nothing else uses memory. */
export const soakScene = async (ticks: number): Promise<SceneReport> => {
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), '--ticks', String(ticks)];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((failure) => failure);
  return JSON.parse(stdout) as SceneReport;
};

await runAsScript(import.meta.url, { ticks: 100_000 }, async ({ ticks }) =>
  printReport(await runScene(ticks)),
);
