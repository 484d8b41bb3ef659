import { area } from '../../area.ts';
import { brief, isRecord } from '../../json.ts';
import { connect, received } from '../../lab/hub-client.ts';
import { startProgram } from '../../lab/program.ts';
import { inShort } from '../../target/http/in-short.ts';
import type { Judgements } from '../../audit.ts';
import type { HubEvent } from '../../target/hub/events.ts';

const processes = area('processes', 'token', 'runtime', 'events');

const fieldOf = ({ data }: HubEvent, name: string): unknown => (isRecord(data) ? data[name] : undefined);

/** Judges that an event carries its fields. */
const mustCarry = (judge: Judgements, event: HubEvent, ...fields: readonly string[]): void => {
  for (const field of fields)
    judge.must(fieldOf(event, field) != null, `${event.type} carries ${field}`, {
      actual: brief(event.data),
    });
};

export const processAudits = [
  processes.audit(
    'from-start-to-exit',
    ['PROCESS-001', 'PROCESS-002', 'PROCESS-003', 'EVENT-014', 'EVENT-015', 'ACT-PROCESS-001'],
    { likelyCause: 'the process runs, and nobody tells the hub what becomes of it' },
    async (t) => {
      const client = await connect(t);
      await client.subscribe('process.loaded', 'process.exited');
      // twice: whoever answers what was answered before has started nothing
      for (let run = 0; run < 2; run += 1) {
        const from = client.callbacks.all.length;
        const reply = await startProgram(t);
        t.of('PROCESS-001', 'ACT-PROCESS-001').must(reply.ok, 'process.start answers', inShort(reply));

        const loaded = await client.eventFrom(from, 'process.loaded');
        const isLoaded = t
          .of('PROCESS-002', 'EVENT-014')
          .must(loaded !== undefined, 'process.loaded comes once the program is loaded', received(client));
        if (!isLoaded || !loaded) return;
        mustCarry(t.of('EVENT-014'), loaded, 'processId', 'processName', 'startTime');

        const exited = await client.eventFrom(from, 'process.exited');
        const hasExited = t
          .of('PROCESS-003', 'EVENT-015')
          .must(exited !== undefined, 'process.exited comes when the program has ended', received(client));
        if (!hasExited || !exited) return;
        const started = client.events('process.loaded').filter(({ index }) => index >= from);
        t.of('EVENT-014').mustEqual(started.length, 1, 'one start is told once by process.loaded');
        mustCarry(t.of('EVENT-015'), exited, 'processId', 'processName', 'exitCode');
        for (const field of ['processId', 'processName'] as const)
          t.of('EVENT-015').mustEqual(
            fieldOf(exited, field),
            fieldOf(loaded, field),
            `both tell of the same ${field}`,
          );
      }
    },
  ),
];
