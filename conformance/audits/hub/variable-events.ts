import { audit } from '../../audit.ts';
import { at, stringsOf } from '../../json.ts';
import { tocEntries } from '../../target/toc.ts';
import { connect, received } from './client.ts';
import type { AuditContext } from '../../audit.ts';

/** Whether the target lists a route that the description does not show. */
const lists = async (t: AuditContext, method: string, path: string): Promise<boolean> =>
  tocEntries(t.fields, (await t.http.get('/api/toc')).json).some(
    ({ route }) => route === `${method} ${path}`,
  );

/** A fresh number variable, where the target lists a route that creates one. */
export const createVariable = async (
  t: AuditContext,
): Promise<{ readonly id: string; readonly name: string }> => {
  t.given(await lists(t, 'POST', '/api/variables'), 'a listed route POST /api/variables');
  const types = stringsOf(at((await t.http.get('/api/types')).json, 'VariableTypes'));
  const type = ['Float', 'Integer', 'Number'].find((name) => types.includes(name));
  t.given(type !== undefined, 'a variable type for numbers in GET /api/types');
  const name = `${t.manifest.namespace}_${crypto.randomUUID().slice(0, 8)}`;
  const reply = await t.http.post('/api/variables', { name, type, value: 1 });
  const id = reply.at('id');
  t.given(reply.ok && typeof id === 'string', 'a variable can be created', {
    actual: reply.text.slice(0, 200),
  });
  t.defer(() => t.http.delete(`/api/variables/${id}`));
  return { id: String(id), name };
};

export const variableEvents = [
  audit({
    id: 'hub/variable-changed',
    requirements: ['EVENT-006'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const client = await connect(t);
      await client.subscribe('variable.changed');
      const { id, name } = await createVariable(t);
      const reply = await t.http.put(`/api/variables/${id}/value?sync=true`, { value: 7 });
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
      t.given(await lists(t, 'DELETE', '/api/variables/{}'), 'a listed route DELETE /api/variables/{id}');
      const client = await connect(t);
      await client.subscribe('variable.deleted');
      const { id, name } = await createVariable(t);
      t.given((await t.http.delete(`/api/variables/${id}`)).ok, 'a variable can be deleted');
      const event = await client.event('variable.deleted', id, name);
      t.must(event !== undefined, 'variable.deleted comes when a variable is removed', received(client));
    },
  }),
];
