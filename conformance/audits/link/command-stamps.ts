/** Audits of when commands run, according to the stamps in their responses. */
import { delay } from '../../link/sleep.ts';
import { nonexistentGraphId, type LinkClient } from '../../link/link-client.ts';
import { defineLinkAuditArea, type LinkContext } from '../../link/link-audit.ts';
import type { CommandResult } from '../../link/link-connection.ts';
import type { JsonRecord } from '../../json.ts';

const stamps = defineLinkAuditArea('link-stamps');

interface TickStamp {
  readonly tick: number;
  readonly seq: number;
}

const parseStamp = (result: JsonRecord | undefined): TickStamp => ({
  tick: Number(result?.tick),
  seq: Number(result?.seq),
});

const isEarlier = (a: TickStamp, b: TickStamp): boolean =>
  a.tick < b.tick || (a.tick === b.tick && a.seq < b.seq);

/** Sends each command without waiting for the responses to earlier commands. */
const sendWithoutWaiting = (line: LinkClient, count: number): Promise<readonly CommandResult[]> =>
  Promise.all(
    Array.from({ length: count }, () => line.sendCommand('graph.stop', { graphId: nonexistentGraphId })),
  );

export const stampAudits = [
  stamps.audit('count', ['LINK-CMD-004', 'LINK-CMD-005'], async (t) => {
    const line = await t.connect();
    await line.waitForSteps(1);
    const commandStamps = (await sendWithoutWaiting(line, 40)).map(({ result }) => parseStamp(result));
    const seqPositions = commandStamps.map(({ tick }, index) => {
      const first = commandStamps.findIndex((candidate) => candidate.tick === tick);
      return index - first;
    });
    const disorderedIndex = commandStamps.findIndex((stamp, index) => {
      const before = commandStamps[index - 1];
      return before !== undefined && !isEarlier(before, stamp);
    });
    t.for('LINK-CMD-005').must(
      disorderedIndex < 0,
      'Commands sent one after another have increasing stamps',
      {
        actual:
          disorderedIndex < 0 ? undefined : commandStamps.slice(disorderedIndex - 1, disorderedIndex + 1),
      },
    );
    // Commands that were sent earlier may also have run in the first step. From the second step on, all commands in a
    // step are known.
    const numbered = commandStamps.map((stamp, index) => ({ ...stamp, place: seqPositions[index] ?? 0 }));
    const ticks = new Set(commandStamps.map(({ tick }) => tick));
    const [first] = ticks;
    const offset = (commandStamps[0]?.seq ?? 1) - 1;
    const misnumbered = numbered.find(
      ({ tick, seq, place }) => seq !== place + 1 + (tick === first ? offset : 0),
    );
    t.for('LINK-CMD-004').must(misnumbered === undefined, 'seq increases by one and restarts in each step', {
      ...(misnumbered && { expected: misnumbered.place + 1, actual: misnumbered }),
    });

    await line.waitForSteps(2);
    const single = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    const laterStep = await waitForLaterStep(t.for('LINK-CMD-004'), line, parseStamp(single.result));
    t.for('LINK-CMD-004').mustEqual(laterStep.seq, 1, 'The first command of a step has seq 1');
  }),

  stamps.audit(
    'coming-step',
    ['LINK-CMD-003'],
    { needs: ['node:OnNewFrame', 'node:LogConsole', 'event:console.log'] },
    async (t) => {
      const line = await t.connect();
      const fixtures = t.createFixtures(line);
      const { message, graph } = fixtures.createLoggingGraph('OnNewFrame');
      const { from } = await fixtures.runGraph(graph);
      const isLogEvent = fixtures.isConsoleLog(message);
      await line.givenEvent(isLogEvent, from, 'OnNewFrame fires');
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await line.waitForSteps(2);
        const { result, received } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
        const position = received?.index ?? 0;
        const before = line.events(from, position).filter(isLogEvent).at(-1);
        const after = await line.givenEvent(isLogEvent, position, 'OnNewFrame keeps firing');
        line.recordMessage(before);
        line.recordMessage(after);
        t.mustEqual(
          { last: before?.tick, stamp: result.tick, next: after.tick },
          { last: Number(after.tick) - 1, stamp: after.tick, next: after.tick },
          'A command has the tick of the step after its response',
        );
      }
    },
  ),
];

/** Returns the stamp of a command that is the first in its step on this connection. */
const waitForLaterStep = async (t: LinkContext, line: LinkClient, since: TickStamp): Promise<TickStamp> => {
  const end = performance.now() + t.timeouts.responseMs;
  for (;;) {
    const { result } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    const stamp = parseStamp(result);
    if (!(stamp.tick <= since.tick)) return stamp;
    t.given(performance.now() < end, 'a runtime that runs steps');
    await delay(2);
  }
};
