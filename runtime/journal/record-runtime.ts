import { defaultLimits } from '../engine/execution-limits.ts';
import { passThroughHooks, type ReplayHooks } from '../frame/replay-hooks.ts';
import { definitionsByEnumValue } from '../nodes/index.ts';
import { defaultFps, defaultSeed, type RuntimeOptions } from '../runtime-options.ts';
import { createRuntime, type Runtime } from '../runtime.ts';
import { stringifyExactJson } from './exact-json.ts';
import {
  computeCatalogVersion,
  createLineHash,
  createRunningEventHash,
  type HashMark,
  hashState,
  journalFormat,
  type JournalHead,
  type JournalInput,
  type JournalLine,
} from './journal-format.ts';
import type { JobRunner } from '../engine/node-jobs.ts';

/** Receives the lines of a journal. Its methods neither block nor throw. */
export interface JournalSink {
  write(line: string): void;
  /** Called when the journal can't be continued. Such a journal has no end line. */
  fail(failure: unknown): void;
}

export interface RecordedRuntime extends Runtime {
  /** Writes the end of the journal and stops the recording. */
  end(): void;
}

/** Number of marks per line. The number is small, so that little is lost in a crash. */
const marksPerLine = 60;

/**
 * Creates a runtime that records all its inputs. Repeating the same inputs in the same ticks produces the same events
 * and the same state.
 */
export const createRecordedRuntime = (options: RuntimeOptions, sink: JournalSink): RecordedRuntime => {
  const { fps = defaultFps, seed = defaultSeed, definitions = definitionsByEnumValue, entryPrefix } = options;
  const hooks = options.replayHooks ?? passThroughHooks;
  const inputHash = createLineHash();
  let startedTick = 0;
  let isRecording = true;
  let marks: HashMark[] = [];

  /** Runs an operation and catches its errors, so that a failure to record doesn't affect callers of the runtime. */
  const guard = (operation: () => void): void => {
    if (!isRecording) return;
    try {
      operation();
    } catch (failure) {
      isRecording = false;
      sink.fail(failure);
    }
  };
  const write = (line: JournalLine): string => {
    const text = stringifyExactJson(line);
    sink.write(`${text}\n`);
    return text;
  };
  const record = (input: JournalHead | JournalInput): void => guard(() => inputHash.add(write(input)));
  const writeMarks = (): void => {
    if (marks.length > 0) write({ marks });
    marks = [];
  };

  const recordingHooks: ReplayHooks = {
    beforeTick: hooks.beforeTick,
    onTickStart(tick) {
      hooks.onTickStart(tick);
      startedTick = tick;
    },
    onCommand(command, params, tick) {
      hooks.onCommand(command, params, tick);
      record({ tick, command, params });
    },
    onStop(tick) {
      hooks.onStop(tick);
      record({ tick, stop: true });
    },
    onClockRead(now, tick) {
      const unixMs = hooks.onClockRead(now, tick);
      record({ tick, unixMs });
      return unixMs;
    },
    onTimeDropped(dropped, tick) {
      hooks.onTimeDropped(dropped, tick);
      record({ tick, dropped });
    },
    onOverload(overload, tick) {
      hooks.onOverload(overload, tick);
      record({ tick, overload });
    },
    onAssetUpdate(assets, tick) {
      hooks.onAssetUpdate(assets, tick);
      record({ tick, assets });
    },
    onDeviceEvent(event, tick) {
      hooks.onDeviceEvent(event, tick);
      record({ tick, news: event });
    },
    wrapJobRunner(jobRunner): JobRunner {
      const { begin, take } = hooks.wrapJobRunner(jobRunner);
      return {
        begin,
        take() {
          const results = take();
          if (results.length > 0) record({ tick: startedTick, arrivals: results });
          return results;
        },
      };
    },
  };

  const limits = { ...defaultLimits, ...options.limits };
  record({
    ...{ format: journalFormat, fps, seed, limits, catalog: computeCatalogVersion(definitions) },
    ...(entryPrefix !== undefined && { entryPrefix }),
  });
  const runtime = createRuntime({ ...options, replayHooks: recordingHooks });
  const events = createRunningEventHash((mark) => {
    marks.push(mark);
    if (marks.length === marksPerLine) writeMarks();
  });
  runtime.listen({ onEvents: (batch) => guard(() => events.add(batch)) });

  return {
    ...runtime,
    end: () =>
      guard(() => {
        const stateHash = hashState(runtime.state());
        const eventHash = events.end();
        writeMarks();
        const hashes = { inputHash: inputHash.digest(), eventHash, stateHash };
        write({ end: { tick: startedTick, events: events.count, ...hashes } });
        isRecording = false;
      }),
  };
};
