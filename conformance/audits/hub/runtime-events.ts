import { audit } from '../../audit.ts';
import { connect, received } from '../../lab/hub-client.ts';

/** Audits of the events that tell whether the runtime is there. */
export const runtimeEvents = [
  audit({
    id: 'hub/runtime-comes-and-goes',
    requirements: ['EVENT-021'],
    needs: ['token', 'runtime', 'events', 'control:noRuntime'],
    likelyCause: 'health follows the runtime, and nobody tells the hub',
    async run(t) {
      const client = await connect(t);
      await client.subscribe('runtime.connected', 'runtime.disconnected');
      const back = await t.bring('noRuntime');
      const gone = await client.event('runtime.disconnected');
      t.must(gone !== undefined, 'runtime.disconnected comes when the runtime goes', received(client));
      await back();
      const come = await client.event('runtime.connected');
      t.must(come !== undefined, 'runtime.connected comes when the runtime comes back', received(client));
      const order = client.events().flatMap(({ type }) => type ?? []);
      t.observe('events of one absence', order);
    },
  }),
];
