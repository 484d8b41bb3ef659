import { ApiError } from '#spec/errors.ts';
import { definitionsByEnumValue } from '../nodes/index.ts';
import { createRuntime, type Runtime } from '../runtime.ts';
import { type AssetContent, readAsset } from '../scene/assets/asset-content.ts';
import {
  computeCatalogVersion,
  createRunningEventHash,
  type HashMark,
  hashState,
  type JournalEnd,
  type JournalInput,
} from './journal-format.ts';
import type { FilesDevice } from '../devices/files-device-types.ts';
import type { ReplayHooks } from '../frame/replay-hooks.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { RuntimeOptions } from '../runtime-options.ts';
import type { LoadedContents } from '../scene/assets/assets.ts';
import type { Journal } from './parse-journal.ts';

export interface ReplayResult {
  readonly ticks: number;
  readonly inputs: number;
  readonly events: number;
  readonly eventHash: string;
  readonly stateHash: string;
  /** The end of the journal; `null` when the journal has no end and therefore contains no hashes for the comparison. */
  readonly recorded: Omit<JournalEnd, 'inputHash'> | null;
  /** Whether the head and the inputs match their hash; `null` when the journal has no end. */
  readonly inputsIntact: boolean | null;
  /** Whether the node types are the same as when the journal was recorded. */
  readonly sameCatalog: boolean;
  /** Tags of assets that couldn't be replayed because their files have changed. */
  readonly missingAssets: readonly string[];
  /** The first tick whose events differ from the recording; `null` when there is no difference. */
  readonly firstDifference: number | null;
  /** Whether everything agrees with the recording. */
  readonly agrees: boolean;
}

export interface ReplayOptions {
  /** Node definitions keyed by the enum value in lower case; the project's definitions by default. */
  readonly definitions?: ReadonlyMap<string, NodeDefinition>;
  /** Contents of asset files, keyed by digest. Other assets can't be loaded. */
  readonly assetContents?: LoadedContents;
  readonly createRuntime?: (options: RuntimeOptions) => Runtime;
}

/**
 * Replays a journal in a new runtime, as fast as possible. No jobs are run, because the journal contains their results.
 */
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

/** Creates a feed that passes each input to a runtime at the input's tick. */
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
    // If the replay reads the clock more often than the recorded run, the results differ in any case.
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

  /**
   * Runs the remaining ticks.
   * @returns the number of these ticks
   */
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

/** Returns the last tick of a journal that has no end. */
const findLastTick = (inputs: readonly JournalInput[], marks: readonly HashMark[]): number =>
  Math.max(0, inputs.at(-1)?.tick ?? 0, marks.at(-1)?.[0] ?? 0);

/** Returns the first tick whose mark differs between the two runs, or is missing in one of them. */
const findFirstDifference = (recorded: readonly HashMark[], replayed: readonly HashMark[]): number | null => {
  for (let index = 0; index < Math.max(recorded.length, replayed.length); index++) {
    const [tick, hash] = recorded[index] ?? [];
    const [replayedTick, replayedHash] = replayed[index] ?? [];
    if (hash !== replayedHash || tick !== replayedTick)
      return Math.min(tick ?? Infinity, replayedTick ?? Infinity);
  }
  return null;
};

/**
 * Reads the asset files of a recorded run again. Files whose content has changed are omitted.
 * @returns the contents keyed by digest
 */
export const rereadAssets = async (
  inputs: readonly JournalInput[],
  files: FilesDevice,
): Promise<LoadedContents> => {
  const folders = new Set(
    inputs.flatMap((input) => ('command' in input && 'folder' in input.params ? [input.params.folder] : [])),
  );
  const requested = listReadAssets(inputs);
  const digests = new Set(requested.map(({ digest }) => digest));
  const contents = new Map<string, AssetContent | ApiError>();
  for (const folder of folders) {
    const folderFiles = files.open(folder);
    for (const tag of new Set(requested.map(({ asset }) => asset))) {
      const { digest, content } = await readAsset(folderFiles, tag);
      if (digests.has(digest))
        contents.set(digest, content instanceof ApiError ? content : toReusable(content));
    }
  }
  return contents;
};

/** Returns the assets that were read according to a journal. */
const listReadAssets = (inputs: readonly JournalInput[]) =>
  inputs.flatMap((input) => ('assets' in input ? (input.assets.read ?? []) : []));

/** Makes content usable again after its release. A replay may need the same content twice. */
const toReusable = (content: AssetContent): AssetContent =>
  content.kind === 'model'
    ? { ...content, model: Object.create(content.model, { release: { value: () => {} } }) }
    : content;
