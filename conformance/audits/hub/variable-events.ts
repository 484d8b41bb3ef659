import { audit } from '../../audit.ts';
import { createVariable, samplesOf, writeVariable } from '../../lab/variables.ts';
import { pathOf } from '../../target/routes.ts';
import { connect, received } from './client.ts';

export const variableEvents = [
  audit({
    id: 'hub/variable-changed',
    requirements: ['EVENT-006'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const client = await connect(t);
      await client.subscribe('variable.changed');
      const { id, name, type } = await createVariable(t);
      const reply = await writeVariable(t, id, samplesOf(type)[1], '?sync=true');
      t.given(reply.ok, 'the value of a variable can be set', { actual: reply.status });
      const event = await client.event('variable.changed', id, name);
      t.must(event !== undefined, 'variable.changed comes when a value is set', received(client));
    },
  }),
  audit({
    id: 'hub/variable-deleted',
    requirements: ['EVENT-007'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const removal = t.route('deleteVariable');
      if (!removal) return t.unverified('a route that deletes variables (choices.routes.deleteVariable)');
      const client = await connect(t);
      await client.subscribe('variable.deleted');
      const { id, name } = await createVariable(t);
      const reply = await t.http.send(removal.method, pathOf(removal, id));
      t.given(reply.ok, 'a variable can be deleted', { actual: reply.status });
      const event = await client.event('variable.deleted', id, name);
      t.must(event !== undefined, 'variable.deleted comes when a variable is removed', received(client));
    },
  }),
];
