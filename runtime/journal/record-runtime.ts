import { defaultLimits } from '../engine/execution-limits.ts';
import { passThroughHooks } from '../frame/replay-hooks.ts';
import { definitionsByEnumValue } from '../nodes/index.ts';
import { createRuntime } from '../runtime.ts';
import { defaultFps, defaultSeed } from '../runtime-options.ts';
import { stringifyExactJson } from './exact-json.ts';
import { journalFormat } from './journal-format.ts';
import {
  computeCatalogVersion,
  createRunningEventHash,
  createLineHash,
  hashState,
} from './journal-hashes.ts';
import type { JobRunner } from '../engine/node-jobs.ts';
import type { ReplayHooks } from '../frame/replay-hooks.ts';
import type { Runtime } from '../runtime.ts';
import type { RuntimeOptions } from '../runtime-options.ts';
import type { JournalHead, JournalInput, JournalLine } from './journal-format.ts';
import type { HashMark } from './journal-hashes.ts';

/** Receives the lines of a journal. Its methods neither wait nor throw. */
export interface JournalSink {
  write(line: string): void;
  /** Called when the journal can't be continued. It then has no end. */
  fail(failure: unknown): void;
}

/** A runtime that records a journal. */
export interface RecordedRuntime extends Runtime {
  /** Writes the end of the journal and stops recording. */
  end(): void;
}

/** Few marks per line, so that little is lost in a crash. */
const marksPerLine = 60;

/**
 * Creates a runtime that records all its inputs. The same inputs in the same ticks give the same events and the same
 * state.
 */
export const createRecordedRuntime = (options: RuntimeOptions, sink: JournalSink): RecordedRuntime => {
  const { fps = defaultFps, seed = defaultSeed, definitions = definitionsByEnumValue, entryPrefix } = options;
  const seams = options.replayHooks ?? passThroughHooks;
  const inputHash = createLineHash();
  let begun = 0;
  let isKept = true;
  let marks: HashMark[] = [];

  /** Catches errors, so that a failure to record doesn't affect the callers of the runtime. */
  const keep = (work: () => void): void => {
    if (!isKept) return;
    try {
      work();
    } catch (failure) {
      isKept = false;
      sink.fail(failure);
    }
  };
  const write = (line: JournalLine): string => {
    const text = stringifyExactJson(line);
    sink.write(`${text}\n`);
    return text;
  };
  const record = (input: JournalHead | JournalInput): void => keep(() => inputHash.add(write(input)));
  const writeMarks = (): void => {
    if (marks.length > 0) write({ marks });
    marks = [];
  };

  const recordingSeams: ReplayHooks = {
    beforeTick: seams.beforeTick,
    onTickStart(tick) {
      seams.onTickStart(tick);
      begun = tick;
    },
    onCommand(command, params, tick) {
      seams.onCommand(command, params, tick);
      record({ tick, command, params });
    },
    onStop(tick) {
      seams.onStop(tick);
      record({ tick, stop: true });
    },
    onClockRead(now, tick) {
      const unixMs = seams.onClockRead(now, tick);
      record({ tick, unixMs });
      return unixMs;
    },
    onTimeDropped(dropped, tick) {
      seams.onTimeDropped(dropped, tick);
      record({ tick, dropped });
    },
    onOverload(overload, tick) {
      seams.onOverload(overload, tick);
      record({ tick, overload });
    },
    onAssetNews(assets, tick) {
      seams.onAssetNews(assets, tick);
      record({ tick, assets });
    },
    onDeviceEvent(news, tick) {
      seams.onDeviceEvent(news, tick);
      record({ tick, news });
    },
    wrapJobRunner(outside): JobRunner {
      const { begin, take } = seams.wrapJobRunner(outside);
      return {
        begin,
        take() {
          const arrivals = take();
          if (arrivals.length > 0) record({ tick: begun, arrivals });
          return arrivals;
        },
      };
    },
  };

  const limits = { ...defaultLimits, ...options.limits };
  record({
    ...{ format: journalFormat, fps, seed, limits, catalog: computeCatalogVersion(definitions) },
    ...(entryPrefix !== undefined && { entryPrefix }),
  });
  const runtime = createRuntime({ ...options, replayHooks: recordingSeams });
  const events = createRunningEventHash((mark) => {
    marks.push(mark);
    if (marks.length === marksPerLine) writeMarks();
  });
  runtime.listen({ onEvents: (batch) => keep(() => events.add(batch)) });

  return {
    ...runtime,
    end: () =>
      keep(() => {
        const stateHash = hashState(runtime.state());
        const eventHash = events.end();
        writeMarks();
        const hashes = { inputHash: inputHash.digest(), eventHash, stateHash };
        write({ end: { tick: begun, events: events.count, ...hashes } });
        isKept = false;
      }),
  };
};
