import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { startProgram } from '../../audit-helpers/run-action.ts';
import { type Assertions, defineAuditArea } from '../../audit.ts';
import { filterRecords, includesDeep, truncateJson, walkJson } from '../../json.ts';
import { type Id, isId } from '../../target/id.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';

const processes = defineAuditArea('processes', 'token', 'runtime', 'events');

/** Returns a field of an event, from its payload or from any other record in its arguments. */
const getEventField = ({ data, args }: HubEvent, name: string): unknown =>
  filterRecords([data, ...walkJson(args)]).find((record) => name in record)?.[name];

/** Returns the id of the process that an event is about. */
const toId = (event: HubEvent): Id | undefined => {
  const id = getEventField(event, 'processId');
  return isId(id) ? id : undefined;
};

const mustHaveFields = (assertions: Assertions, event: HubEvent, ...fields: readonly string[]): void => {
  for (const field of fields)
    assertions.must(getEventField(event, field) != null, `${event.type} contains ${field}`, {
      actual: truncateJson(event.args),
    });
};

export const audits = [
  processes.audit(
    'from-start-to-exit',
    ['PROCESS-001', 'PROCESS-002', 'PROCESS-003', 'EVENT-014', 'EVENT-015', 'ACT-PROCESS-001'],
    async (t) => {
      const client = await connectHub(t);
      await client.subscribe('process.loaded', 'process.exited');
      // Runs the program twice, to detect a target that repeats its first response without starting the program again.
      for (let run = 0; run < 2; run += 1) {
        const from = client.callbacks.all.length;
        const reply = await startProgram(t);
        t.for('PROCESS-001', 'ACT-PROCESS-001').mustSucceed(reply, 'process.start answers');

        // Other clients may start processes too, so the two events are paired by the id of the process.
        const isOfReply = (event: HubEvent): boolean => includesDeep(reply.json, toId(event) ?? '');
        const matchesLoaded = (event: HubEvent): boolean => findLoaded(event) !== undefined;
        const listLoaded = (): readonly HubEvent[] =>
          client.events('process.loaded').filter(({ index }) => index >= from);
        const findLoaded = (event: HubEvent): HubEvent | undefined =>
          listLoaded().find((one) => toId(one) !== undefined && toId(one) === toId(event));
        await client.eventFrom(from, 'process.loaded');
        await client.eventThat(from, 'process.exited', matchesLoaded);
        const exits = client.events('process.exited').filter(({ index }) => index >= from);
        const exited =
          exits.find((event) => matchesLoaded(event) && isOfReply(event)) ??
          exits.find(matchesLoaded) ??
          exits[0];
        const loaded = (exited && findLoaded(exited)) ?? listLoaded()[0];

        const isLoaded = t
          .for('PROCESS-002', 'EVENT-014')
          .must(
            loaded !== undefined,
            'process.loaded arrives once the program is loaded',
            describeReceived(client),
          );
        if (!isLoaded || !loaded) return;
        mustHaveFields(t.for('EVENT-014'), loaded, 'processId', 'processName', 'startTime');

        const hasExited = t
          .for('PROCESS-003', 'EVENT-015')
          .must(
            exited !== undefined,
            'process.exited arrives when the program has ended',
            describeReceived(client),
          );
        if (!hasExited || !exited) return;
        const started = listLoaded().filter((event) => toId(event) === toId(loaded));
        t.for('EVENT-014').mustEqual(started.length, 1, 'one start emits process.loaded once');
        mustHaveFields(t.for('EVENT-015'), exited, 'processId', 'processName', 'exitCode');
        for (const field of ['processId', 'processName'] as const)
          t.for('EVENT-015').mustEqual(
            getEventField(exited, field),
            getEventField(loaded, field),
            `both events have the same ${field}`,
          );
      }
    },
  ),
];
