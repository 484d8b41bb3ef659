import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { createManualScheduler } from '../frame/testing-schedulers.ts';
import { createRuntime } from '../runtime.ts';
import { stringifyExactJson } from './exact-json.ts';
import { parseJournal } from './parse-journal.ts';
import { createRecordedRuntime, type RecordedRuntime } from './record-runtime.ts';
import {
  createRecordedTestRuntime,
  createCalledGraph,
  createCallingGraph,
  createEventfulGraph,
  runArbitrary,
  slicedRunArbitrary,
  runOperations,
  replayJournalText,
} from './testing-recorded-runtime.ts';
import type { HttpDevice } from '../integrations/http.ts';
import type { JournalLine } from './journal-format.ts';

const parseLines = (text: string): JournalLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalLine);

const recordWhileReplaying = (journal: string): string => {
  let text = '';
  const recordedRuntimes: RecordedRuntime[] = [];
  replayJournalText(journal, {
    createRuntime(options) {
      const recorded = createRecordedRuntime(options, {
        write(line) {
          text += line;
        },
        fail(failure) {
          throw failure;
        },
      });
      recordedRuntimes.push(recorded);
      return recorded;
    },
  });
  recordedRuntimes[0]!.end();
  return text;
};

describe('any run of a runtime', () => {
  test('has the same result in a replay', () => {
    let events = 0;
    fc.assert(
      fc.property(fc.integer(), fc.oneof(runArbitrary, slicedRunArbitrary), (seed, operations) => {
        const manualScheduler = createManualScheduler();
        const source = createRecordedTestRuntime(
          { seed, scheduler: manualScheduler.scheduler },
          manualScheduler,
        );
        const journal = runOperations(source, operations);
        expect(source.failures).toEqual([]);
        const outcome = replayJournalText(journal);
        expect(outcome).toMatchObject({ agrees: true, firstDifference: null, inputsIntact: true });
        const { recorded, ticks: tick, events: count, eventHash, stateHash } = outcome;
        expect(recorded).toEqual({ tick, events: count, eventHash, stateHash });
        events += outcome.events;
      }),
      { numRuns: 200 },
    );
    expect(events).toBeGreaterThan(1_000);
  });

  test('has the same journal when its replay is recorded', () => {
    fc.assert(
      fc.property(runArbitrary, (operations) => {
        const journal = runOperations(createRecordedTestRuntime(), operations);
        expect(recordWhileReplaying(journal)).toBe(journal);
      }),
      { numRuns: 50 },
    );
  });

  test('keeps the position of commands while time is stepped', () => {
    const recorded = createRecordedTestRuntime();
    recorded.runtime.listen({
      onEvents(batch) {
        for (const { data, tick } of batch) {
          if (data.nodeId === 'log')
            recorded.act('log.console', { message: `heard at ${tick}`, severity: 'log' });
          if (data.nodeId === 'log' && tick === 4) recorded.act('time.step', { ticks: 3 });
        }
      },
    });
    recorded.run(createTestGraph({ frame: 'OnNewFrame', log: 'LogConsole' }, ['frame.Out > log.In']));
    recorded.act('time.pause');
    recorded.act('time.step', { ticks: 10 });
    recorded.act('log.console', { message: 'stepped', severity: 'log' });
    const journal = recorded.end();
    expect(replayJournalText(journal)).toMatchObject({ ticks: 13, events: 28, agrees: true });
    expect(recordWhileReplaying(journal)).toBe(journal);
  });

  test('has the same result with 1,000 nested and parallel calls of graphs', () => {
    const recorded = createRecordedTestRuntime({ seed: 5 });
    const { runtime, respond } = recorded;
    const variable = {
      ...createTestVariable('count', 0),
      graphId: 'middle',
      default: 0,
      direction: 'output',
    } as const;
    runtime.execute('variables.put', { variables: [variable, createTestVariable('roll', 0)] });
    runtime.execute('graph.load', { graph: createCalledGraph('middle', 'leaf') });
    runtime.execute('graph.load', { graph: createCalledGraph('leaf', 'none') });
    let calls = 0;
    let ends = 0;
    runtime.listen({
      onEvents(batch) {
        for (const { type, data } of batch) {
          if (type !== 'node.executing' || data.category !== 'RunGraph') continue;
          if (data.port === 'In') calls += 1;
          else ends += 1;
        }
      },
    });
    runtime.execute('events.interest', { types: ['node.executing', 'ports.updated'] });
    recorded.run(createCallingGraph('caller', 'middle'));
    for (let tick = 0; tick < 220; tick++) {
      runtime.step();
      // the responses arrive in other ticks than the requests, and some never
      if (tick % 3 > 0) respond(tick);
    }
    expect(calls).toBeGreaterThan(1_000);
    expect(ends).toBeGreaterThan(100);
    const journal = recorded.end();
    expect(recorded.failures).toEqual([]);
    expect(replayJournalText(journal)).toMatchObject({
      agrees: true,
      firstDifference: null,
      inputsIntact: true,
    });
    expect(recordWhileReplaying(journal)).toBe(journal);
  });

  test('is detected as different when any line is missing', () => {
    fc.assert(
      fc.property(runArbitrary, fc.nat(), (operations, at) => {
        const lines = runOperations(createRecordedTestRuntime(), operations).trimEnd().split('\n');
        // Never removes the head, because the lines would not be a journal without it. Never removes the end, because
        // it contains the results to compare.
        lines.splice(1 + (at % (lines.length - 2)), 1);
        expect(replayJournalText(`${lines.join('\n')}\n`).agrees).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

/** Records a few ticks with requests, random numbers and console lines. */
const recordRun = (): string => {
  const recorded = createRecordedTestRuntime();
  recorded.run(createEventfulGraph('a', 'b'));
  recorded.runtime.execute('variables.put', { variables: [createTestVariable('roll', 0)] });
  for (let tick = 0; tick < 120; tick++) {
    recorded.runtime.step();
    recorded.advanceWallTime(16);
    if (tick % 30 === 29) recorded.respond(tick);
  }
  recorded.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', position: { x: 1, y: 2, z: 3 } });
  recorded.runtime.step(30);
  return recorded.end();
};

/** Applies a function to every line of a journal. */
const rewriteLines = (text: string, transform: (line: JournalLine) => JournalLine): string =>
  parseLines(text)
    .map((line) => `${stringifyExactJson(transform(line))}\n`)
    .join('');

describe('a modified journal', () => {
  test('differs from the first tick with another response', () => {
    const changed = rewriteLines(recordRun(), (line) =>
      'arrivals' in line && line.tick === 61
        ? { ...line, arrivals: line.arrivals.map(({ job }) => ({ job, outcome: { error: 'gone' } })) }
        : line,
    );
    expect(replayJournalText(changed)).toMatchObject({
      agrees: false,
      inputsIntact: false,
      firstDifference: 61,
    });
  });

  test('differs from the first tick with another clock reading', () => {
    let clockReads = 0;
    const changed = rewriteLines(recordRun(), (line) => {
      if (!('unixMs' in line)) return line;
      clockReads += 1;
      return clockReads === 9 ? { ...line, unixMs: line.unixMs + 1 } : line;
    });
    const ninthReading = parseLines(recordRun()).filter((line) => 'unixMs' in line)[8]!;
    expect(replayJournalText(changed).firstDifference).toBe(ninthReading.tick);
  });

  test('differs with another seed', () => {
    const changed = rewriteLines(recordRun(), (line) => ('seed' in line ? { ...line, seed: 2 } : line));
    expect(replayJournalText(changed)).toMatchObject({ agrees: false, inputsIntact: false });
    expect(replayJournalText(changed).firstDifference).not.toBeNull();
  });

  test('differs in the final state when no event shows the change', () => {
    const journal = recordRun();
    const changed = journal.replace('{"x":1,"y":2,"z":3}', '{"x":1,"y":2,"z":3.0000000001}');
    expect(changed).not.toBe(journal);
    const outcome = replayJournalText(changed);
    expect(outcome).toMatchObject({ agrees: false, firstDifference: null });
    expect(outcome.eventHash).toBe(outcome.recorded!.eventHash);
    expect(outcome.stateHash).not.toBe(outcome.recorded!.stateHash);
  });

  test.each(['eventHash', 'stateHash', 'inputHash'] as const)(
    'is detected when its %s is different',
    (hash) => {
      const changed = rewriteLines(recordRun(), (line) =>
        'end' in line ? { end: { ...line.end, [hash]: 'another' } } : line,
      );
      expect(replayJournalText(changed).agrees).toBe(false);
    },
  );

  test('reports node types that differ from the recording', () => {
    const changed = rewriteLines(recordRun(), (line) =>
      'seed' in line ? { ...line, catalog: 'another' } : line,
    );
    expect([replayJournalText(recordRun()).sameCatalog, replayJournalText(changed).sameCatalog]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a journal', () => {
  test('has no lines for ticks without input', () => {
    const recorded = createRecordedTestRuntime();
    recorded.runtime.step(5_000);
    expect(parseLines(recorded.end())).toEqual([
      expect.objectContaining({ format: 'scene-runtime-journal/1', fps: 60, seed: 1 }),
      { end: expect.objectContaining({ tick: 5_000, events: 0 }) },
    ]);
  });

  test('reads the clock once per request, and once per tick for all nodes', () => {
    const recorded = createRecordedTestRuntime();
    recorded.run(
      createTestGraph({ frame: 'OnNewFrame', now: 'DateTimeNow', a: 'Watch', b: 'Watch' }, [
        'frame.Out > a.In',
        'a.Out > b.In',
        'now.UnixMs > a.Value',
        'now.UnixMs > b.Value',
      ]),
    );
    recorded.runtime.step(2);
    const readings = parseLines(recorded.end()).filter((line) => 'unixMs' in line);
    expect(readings).toEqual([
      { tick: 1, unixMs: 1_000_000 },
      { tick: 2, unixMs: 1_000_000 },
    ]);
  });

  test('sends nothing in a replay', () => {
    const recorded = createRecordedTestRuntime();
    recorded.run(createEventfulGraph('a', 'b'));
    recorded.runtime.step(60);
    expect(recorded.pendingRequests.length).toBeGreaterThan(0);
    const http: HttpDevice = {
      send() {
        throw new Error('sent again');
      },
    };
    const outcome = replayJournalText(recorded.end(), {
      createRuntime: (options) => createRuntime({ ...options, http }),
    });
    expect(outcome.agrees).toBe(true);
  });

  test('without an end is replayed as far as possible, even with an incomplete last line', () => {
    const text = recordRun();
    const killed = `${text.slice(0, text.indexOf('{"end"'))}{"tick":150,"comm`;
    expect(replayJournalText(killed)).toMatchObject({
      agrees: true,
      recorded: null,
      inputsIntact: null,
      firstDifference: null,
      eventHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('without an end shows where marked events differ', () => {
    const text = recordRun();
    const killed = text.slice(0, text.indexOf('{"end"')).replace('"seed":1', '"seed":2');
    expect(replayJournalText(killed).agrees).toBe(false);
  });

  test('that fails does not affect the runtime', () => {
    const recorded = createRecordedTestRuntime();
    const cyclic: Record<string, unknown> = {};
    cyclic.again = cyclic;
    expect(() => recorded.act('log.console', { ...cyclic, message: 'x', severity: 'log' })).not.toThrow();
    expect(recorded.failures).toHaveLength(1);
    recorded.act('log.console', { message: 'y', severity: 'log' });
    expect(parseJournal(recorded.end())).toMatchObject({ inputs: [], end: undefined });
  });

  test.each<readonly [string, () => string]>([
    ['nothing', () => ''],
    ['another file', () => '{}\n'],
    ['a text', () => 'not json\n'],
    ['a later format', () => recordRun().replace('journal/1', 'journal/2')],
    ['a date out of range', () => recordRun().replace(/"unixMs":\d+/, '"unixMs":1e999')],
    ['a line after the end', () => `${recordRun()}{"tick":1,"stop":true}\n`],
  ])('with %s is rejected with the number of the line', (_, text) => {
    expect(() => parseJournal(text())).toThrow(/^line \d+ is not/);
  });
});
