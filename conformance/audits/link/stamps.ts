/** When commands run, by the stamps of their answers. */
import { later } from '../../link/later.ts';
import { absentGraph, type Line } from '../../link/line.ts';
import { linkArea } from '../../link/link-audit.ts';
import type { Answer } from '../../link/connection.ts';
import type { JsonRecord } from '../../json.ts';

const stamps = linkArea('link-stamps');

interface Stamp {
  readonly tick: number;
  readonly seq: number;
}

const stampIn = (result: JsonRecord | undefined): Stamp => ({
  tick: Number(result?.tick),
  seq: Number(result?.seq),
});

const isBefore = (a: Stamp, b: Stamp): boolean => a.tick < b.tick || (a.tick === b.tick && a.seq < b.seq);

/** Sends commands without waiting for the answers to those before. */
const burst = (line: Line, count: number): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: count }, () => line.ask('graph.stop', { graphId: absentGraph })));

export const stampAudits = [
  stamps.audit('count', ['LINK-CMD-004', 'LINK-CMD-005'], async (t) => {
    const line = await t.line();
    await line.steps(1);
    const found = (await burst(line, 40)).map(({ result }) => stampIn(result));
    const places = found.map(({ tick }, index) => {
      const first = found.findIndex((other) => other.tick === tick);
      return index - first;
    });
    const disordered = found.findIndex((stamp, index) => {
      const before = found[index - 1];
      return before !== undefined && !isBefore(before, stamp);
    });
    t.of('LINK-CMD-005').must(
      disordered < 0,
      'Commands that were sent one after the other have rising stamps',
      {
        actual: disordered < 0 ? undefined : found.slice(disordered - 1, disordered + 1),
      },
    );
    // commands before the burst may have run since the step before: those of later steps are known from the first on
    const known = found.map((stamp, index) => ({ ...stamp, place: places[index] ?? 0 }));
    const ticks = new Set(found.map(({ tick }) => tick));
    const [first] = ticks;
    const offset = (found[0]?.seq ?? 1) - 1;
    const wrong = known.find(({ tick, seq, place }) => seq !== place + 1 + (tick === first ? offset : 0));
    t.of('LINK-CMD-004').must(wrong === undefined, 'seq counts on by one, and anew in each step', {
      ...(wrong && { expected: wrong.place + 1, actual: wrong }),
    });

    await line.steps(2);
    const single = await line.done('graph.stop', { graphId: absentGraph });
    const later = await stepLater(line, stampIn(single.result));
    t.of('LINK-CMD-004').mustEqual(later.seq, 1, 'The first command since a step has the seq 1');
  }),

  stamps.audit(
    'coming-step',
    ['LINK-CMD-003'],
    { needs: ['node:OnNewFrame', 'node:LogConsole', 'event:console.log'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const { message, graph } = lab.logging('OnNewFrame');
      const { from } = await lab.run(graph);
      const isEntry = lab.logOf(message);
      await line.awaited(isEntry, from, 'OnNewFrame fires');
      for (let round = 0; round < 5; round += 1) {
        await line.steps(2);
        const { result, heard } = await line.done('graph.stop', { graphId: absentGraph });
        const place = heard?.place ?? 0;
        const before = line.events(from, place).filter(isEntry).at(-1);
        const after = await line.awaited(isEntry, place, 'OnNewFrame goes on');
        line.show(before);
        line.show(after);
        t.mustEqual(
          { last: before?.tick, stamp: result.tick, next: after.tick },
          { last: Number(after.tick) - 1, stamp: after.tick, next: after.tick },
          'A command has the tick of the step that comes behind its answer',
        );
      }
    },
  ),
];

/** The stamp of a command that is the first in its step, as far as this connection knows. */
const stepLater = async (line: Line, since: Stamp): Promise<Stamp> => {
  for (;;) {
    const { result } = await line.done('graph.stop', { graphId: absentGraph });
    const stamp = stampIn(result);
    if (!(stamp.tick <= since.tick)) return stamp;
    await later(2);
  }
};
