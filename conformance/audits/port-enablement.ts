import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { givenRouteServed } from '../audit-helpers/listed-routes.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { type AuditContext, type AuditTools, defineAuditArea } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';
import { type Id, pathTo } from '../target/id.ts';
import { readNodeStructure } from './nodes/find-nodes.ts';
import { givenRunning, givenSynced } from '../audit-helpers/executing-graph.ts';

const portSwitch = defineAuditArea('port-switch', 'token', 'project');
const portSwitchWithRuntime = defineAuditArea('port-switch', 'token', 'project', 'runtime');

type SwitchVerb = 'disable' | 'enable';

const switchVerbs = ['disable', 'enable'] as const;

const postSwitch = (t: AuditTools, portId: Id, verb: SwitchVerb): Promise<Reply> =>
  t.http.post(pathTo`/api/ports/${portId}/${verb}`);

/** Asserts that the target accepts a verb for a trigger port of a stopped graph. */
const mustAcceptSwitch = async (
  t: AuditContext,
  portId: Id,
  verb: SwitchVerb,
  message: string,
): Promise<void> => {
  const reply = await postSwitch(t, portId, verb);
  await givenRouteServed(t, `POST /api/ports/{portId}/${verb}`, reply);
  t.mustSucceed(reply, message);
};

const givenSwitchAccepted = async (t: AuditTools, portId: Id, verb: SwitchVerb): Promise<void> => {
  const reply = await postSwitch(t, portId, verb);
  t.givenSuccess(reply, `a trigger port accepts ${verb}`);
};

/** Creates a graph with a trigger port that can be disabled and enabled. */
const createSwitchablePort = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { port } = await t.fixtures.port(graph, 'Trigger', 'input');
  for (const verb of switchVerbs) await givenSwitchAccepted(t, port.id, verb);
  return { graph, port };
};

export const audits = [
  portSwitch.audit('disable', ['PORT-DISABLE-001'], async (t) => {
    const graph = await t.fixtures.graph();
    for (const direction of ['input', 'output'] as const) {
      const { port } = await t.fixtures.port(graph, 'Trigger', direction);
      await mustAcceptSwitch(t, port.id, 'disable', `a trigger ${direction} can be disabled`);
      await mustAcceptSwitch(t, port.id, 'disable', 'a disabled port can be disabled again');
    }
  }),
  portSwitch.audit('enable', ['PORT-ENABLE-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { port } = await t.fixtures.port(graph, 'Trigger', 'input');
    const shapes = await t.snapshot(() => readNodeStructure(t, graph));
    const readPorts = async (): Promise<string> => JSON.stringify(await t.fixtures.listNodes(graph));
    const initial = await readPorts();
    await givenSwitchAccepted(t, port.id, 'disable');
    t.observe('a disabled port is shown as different', (await readPorts()) !== initial);
    await mustAcceptSwitch(t, port.id, 'enable', 'a disabled port can be enabled');
    t.observe('an enabled port is shown as before', (await readPorts()) === initial);
    await mustAcceptSwitch(t, port.id, 'enable', 'an enabled port can be enabled again');
    await t.mustBeUnchanged(shapes, 'the nodes have the same ports');
  }),
  portSwitch.audit('unknown', ['PORT-DISABLE-002'], async (t) => {
    await createSwitchablePort(t);
    for (const verb of switchVerbs)
      t.mustFail(await postSwitch(t, nonexistentId, verb), 404, 'PORT_NOT_FOUND');
  }),
  portSwitch.with({ timeout: 120_000 }).audit('no-trigger', ['PORT-DISABLE-003', 'ERR-021'], async (t) => {
    const assertions = t.for('PORT-DISABLE-003', 'ERR-021');
    const { graph } = await createSwitchablePort(t);
    const { port } = await t.fixtures.port(graph, 'Float', 'input');
    t.given((await t.fixtures.write(port.id, 0.25)).ok, 'a port value can be written');
    const types = (await t.fixtures.palette()).types();
    for (const direction of ['input', 'output'] as const) {
      for (const type of types[direction]) {
        if (type === 'Trigger') continue;
        const { port: otherPort } = await t.fixtures.port(graph, type, direction);
        const calls = Object.fromEntries(
          switchVerbs.map((verb) => [
            `${verb} of a ${type} ${direction}`,
            () => postSwitch(t, otherPort.id, verb),
          ]),
        );
        await mustRejectWithoutEffect(
          assertions,
          () => readNodeStructure(t, graph),
          [405, 'TYPE_IMMUTABLE'],
          calls,
        );
      }
    }
    assertions.mustEqual(await t.fixtures.read(port.id), 0.25, 'the value of a port is unchanged');
  }),
  portSwitchWithRuntime.audit('running', ['PORT-DISABLE-004', 'RUN-007', 'ERR-025'], async (t) => {
    const { graph, port } = await createSwitchablePort(t);
    await givenSynced(t, graph);
    await givenRunning(t, graph);
    const all = t.for('PORT-DISABLE-004', 'RUN-007', 'ERR-025');
    for (const verb of [...switchVerbs, ...switchVerbs])
      all.mustFail(await postSwitch(t, port.id, verb), 409, 'GRAPH_RUNNING');
  }),
];
