import { definitionsByEnumValue } from '../nodes/index.ts';
import { createRuntime } from '../runtime.ts';
import { computeCatalogVersion, createRunningEventHash, hashState } from './journal-hashes.ts';
import { listReadAssets } from './replay-assets.ts';
import type { ReplayHooks } from '../frame/replay-hooks.ts';
import type { LoadedContents } from '../scene/assets/asset-update.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { Runtime } from '../runtime.ts';
import type { RuntimeOptions } from '../runtime-options.ts';
import type { JournalEnd, JournalInput } from './journal-format.ts';
import type { HashMark } from './journal-hashes.ts';
import type { Journal } from './parse-journal.ts';

/** The result of a replay. */
export interface ReplayResult {
  readonly ticks: number;
  readonly inputs: number;
  readonly events: number;
  readonly eventHash: string;
  readonly stateHash: string;
  /** The end of the journal; null when it has none, and thus no hashes to compare with. */
  readonly recorded: Omit<JournalEnd, 'inputHash'> | null;
  /** Whether head and inputs match their hash; null without an end. */
  readonly inputsIntact: boolean | null;
  /** Whether the node types are the same as in the recording. */
  readonly sameCatalog: boolean;
  /** Tags of assets whose files have changed, so that they couldn't be replayed. */
  readonly missingAssets: readonly string[];
  /** The first tick whose events differ from the recording; null without a difference. */
  readonly firstDifference: number | null;
  /** Whether everything is the same as in the recording. */
  readonly agrees: boolean;
}

export interface ReplayOptions {
  /** Node definitions by enum value in lower case; by default, those of the project. */
  readonly definitions?: ReadonlyMap<string, NodeDefinition>;
  /** Contents of asset files by digest. Other assets can't be loaded. */
  readonly assetContents?: LoadedContents;
  /** Creates the runtime for the replay. */
  readonly createRuntime?: (options: RuntimeOptions) => Runtime;
}

/** Replays a journal in a new runtime, as fast as possible. No jobs run, because the journal has their results. */
export const replayJournal = (
  { head, inputs, marks, inputHash, end }: Journal,
  {
    definitions = definitionsByEnumValue,
    createRuntime: create = createRuntime,
    assetContents = new Map(),
  }: ReplayOptions = {},
): ReplayResult => {
  const { hooks, runTicks } = createInputFeed(inputs, assetContents);
  const { fps, seed, limits, entryPrefix } = head;
  const runtime = create({
    fps,
    seed,
    limits,
    entryPrefix,
    definitions,
    replayHooks: hooks,
    now: () => new Date(0),
  });
  const replayed: HashMark[] = [];
  const events = createRunningEventHash((mark) => replayed.push(mark));
  runtime.listen({ onEvents: events.add });
  const ticks = runTicks(runtime, end?.tick ?? findLastTick(inputs, marks));

  const result = {
    ticks,
    events: events.count,
    eventHash: events.end(),
    stateHash: hashState(runtime.state()),
  };
  const firstDifference = findFirstDifference(marks, end ? replayed : replayed.slice(0, marks.length));
  const missing = listReadAssets(inputs).filter(({ digest }) => !assetContents.has(digest));
  const inputsIntact = end ? end.inputHash === inputHash : null;
  return {
    ...result,
    inputs: inputs.length,
    recorded: end
      ? { tick: end.tick, events: end.events, eventHash: end.eventHash, stateHash: end.stateHash }
      : null,
    inputsIntact,
    sameCatalog: computeCatalogVersion(definitions) === head.catalog,
    missingAssets: missing.map(({ asset }) => asset),
    firstDifference,
    agrees:
      firstDifference === null &&
      inputsIntact !== false &&
      (!end || (end.eventHash === result.eventHash && end.stateHash === result.stateHash)),
  };
};

/** Passes the inputs to a runtime at their ticks. */
const createInputFeed = (inputs: readonly JournalInput[], contents: LoadedContents) => {
  const inputsByTick = inputs.filter(
    (input) =>
      'command' in input ||
      'stop' in input ||
      'dropped' in input ||
      'overload' in input ||
      'assets' in input ||
      'news' in input,
  );
  const times = inputs.filter((input) => 'unixMs' in input);
  const arrivals = inputs.filter((input) => 'arrivals' in input);
  let nextInput = 0;
  let nextTime = 0;
  let nextArrivals = 0;
  let startedTick = 0;
  let applyInputs = (): void => {};

  const hooks: ReplayHooks = {
    beforeTick: () => applyInputs(),
    onTickStart(tick) {
      startedTick = tick;
    },
    onCommand() {},
    onStop() {},
    // If the replay reads the clock more often than the recording, the results differ anyway.
    onClockRead: () => (times[nextTime++] ?? times.at(-1))?.unixMs ?? 0,
    onTimeDropped() {},
    onOverload() {},
    onAssetUpdate() {},
    onDeviceEvent() {},
    wrapJobRunner: () => ({
      begin() {},
      take() {
        const next = arrivals[nextArrivals];
        if (next?.tick !== startedTick) return [];
        nextArrivals += 1;
        return [...next.arrivals];
      },
    }),
  };

  /** Runs the remaining ticks. @returns their number */
  const runTicks = (runtime: Runtime, ticks: number): number => {
    applyInputs = () => {
      for (
        let input = inputsByTick[nextInput];
        input && input.tick <= startedTick + 1;
        input = inputsByTick[nextInput]
      ) {
        nextInput += 1;
        applyInput(runtime, input, contents);
      }
    };
    applyInputs();
    while (startedTick < ticks) {
      runtime.step();
      applyInputs();
    }
    return startedTick;
  };
  return { hooks, runTicks };
};

const applyInput = (runtime: Runtime, input: JournalInput, contents: LoadedContents): void => {
  if ('stop' in input) runtime.stop();
  if ('dropped' in input) runtime.reportDroppedTime(input.dropped);
  if ('overload' in input) runtime.reportOverload(input.overload);
  if ('assets' in input) runtime.applyAssetUpdate(input.assets, contents);
  if ('news' in input) runtime.applyDeviceEvent(input.news);
  if (!('command' in input)) return;
  try {
    const result = runtime.execute(input.command, input.params);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // The command failed in the recording, too. Its caller got the error then.
  }
};

/** Returns the last tick in a journal without an end. */
const findLastTick = (inputs: readonly JournalInput[], marks: readonly HashMark[]): number =>
  Math.max(0, inputs.at(-1)?.tick ?? 0, marks.at(-1)?.[0] ?? 0);

/** Returns the first tick whose mark differs or is missing on one side. */
const findFirstDifference = (recorded: readonly HashMark[], replayed: readonly HashMark[]): number | null => {
  for (let index = 0; index < Math.max(recorded.length, replayed.length); index++) {
    const [tick, hash] = recorded[index] ?? [];
    const [replayedTick, replayedHash] = replayed[index] ?? [];
    if (hash !== replayedHash || tick !== replayedTick)
      return Math.min(tick ?? Infinity, replayedTick ?? Infinity);
  }
  return null;
};
