import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import { nodeShapes } from '../nodes/node-shapes.ts';
import { givenRunning, givenSynced } from '../graphs/running.ts';
import { givenServed } from '../served.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const portSwitch = area('port-switch', 'token', 'project');
const portSwitchWithRuntime = area('port-switch', 'token', 'project', 'runtime');

type Verb = 'disable' | 'enable';

const verbs = ['disable', 'enable'] as const;

const call = (t: AuditTools, portId: Id, verb: Verb): Promise<Reply> =>
  t.http.post(pathTo`/api/ports/${portId}/${verb}`);

/** A verb is taken by a trigger port of a graph that stands still. */
const mustTake = async (t: AuditContext, portId: Id, verb: Verb, message: string): Promise<void> => {
  const reply = await call(t, portId, verb);
  await givenServed(t, `POST /api/ports/{portId}/${verb}`, reply);
  t.must(reply.ok, message, inShort(reply));
};

const givenTaken = async (t: AuditTools, portId: Id, verb: Verb): Promise<void> => {
  const reply = await call(t, portId, verb);
  t.given(reply.ok, `a trigger port takes ${verb}`, inShort(reply));
};

/** A trigger port of a fresh graph, which can be disabled and enabled. */
const switchable = async (t: AuditTools) => {
  const graph = await t.lab.graph();
  const { port } = await t.lab.port(graph, 'Trigger', 'input');
  for (const verb of verbs) await givenTaken(t, port.id, verb);
  return { graph, port };
};

export const portSwitchAudits = [
  portSwitch.audit('disable', ['PORT-DISABLE-001'], async (t) => {
    const graph = await t.lab.graph();
    for (const direction of ['input', 'output'] as const) {
      const { port } = await t.lab.port(graph, 'Trigger', direction);
      await mustTake(t, port.id, 'disable', `a trigger ${direction} is disabled`);
      await mustTake(t, port.id, 'disable', 'a disabled port can be disabled again');
    }
  }),
  portSwitch.audit('enable', ['PORT-ENABLE-001'], async (t) => {
    const graph = await t.lab.graph();
    const { port } = await t.lab.port(graph, 'Trigger', 'input');
    const shapes = await t.keep(() => nodeShapes(t, graph));
    const shown = async (): Promise<string> => JSON.stringify(await t.lab.nodesOf(graph));
    const asPlaced = await shown();
    await givenTaken(t, port.id, 'disable');
    t.observe('a disabled port is told apart', (await shown()) !== asPlaced);
    await mustTake(t, port.id, 'enable', 'a disabled port is enabled');
    t.observe('an enabled port is as before', (await shown()) === asPlaced);
    await mustTake(t, port.id, 'enable', 'an enabled port can be enabled again');
    await t.mustAgree(shapes, 'and the nodes have the same ports');
  }),
  portSwitch.audit('unknown', ['PORT-DISABLE-002'], async (t) => {
    await switchable(t);
    for (const verb of verbs) t.mustFail(await call(t, absentId, verb), 404, 'PORT_NOT_FOUND');
  }),
  portSwitch.audit('no-trigger', ['PORT-DISABLE-003', 'ERR-021'], { timeout: 120_000 }, async (t) => {
    const both = t.of('PORT-DISABLE-003', 'ERR-021');
    const { graph } = await switchable(t);
    const { port } = await t.lab.port(graph, 'Float', 'input');
    t.given((await t.lab.write(port.id, 0.25)).ok, 'a port value can be written');
    const types = (await t.lab.palette()).types();
    for (const direction of ['input', 'output'] as const) {
      for (const type of types[direction]) {
        if (type === 'Trigger') continue;
        const { port: other } = await t.lab.port(graph, type, direction);
        const calls = Object.fromEntries(
          verbs.map((verb) => [`${verb} of a ${type} ${direction}`, () => call(t, other.id, verb)]),
        );
        await refusedWithoutTrace(both, () => nodeShapes(t, graph), [405, 'TYPE_IMMUTABLE'], calls);
      }
    }
    both.mustEqual(await t.lab.read(port.id), 0.25, 'and the value of a port is as it was');
  }),
  portSwitchWithRuntime.audit('running', ['PORT-DISABLE-004', 'RUN-007', 'ERR-025'], async (t) => {
    const { graph, port } = await switchable(t);
    await givenSynced(t, graph);
    await givenRunning(t, graph);
    const all = t.of('PORT-DISABLE-004', 'RUN-007', 'ERR-025');
    for (const verb of [...verbs, ...verbs]) all.mustFail(await call(t, port.id, verb), 409, 'GRAPH_RUNNING');
  }),
];
