import { later } from '../../link/later.ts';
import { brief, isRecord, recordsOf } from '../../json.ts';
import { absentGraph } from '../../link/line.ts';
import { isOf, linkArea } from '../../link/link-audit.ts';
import { instanceIn } from './coming-up.ts';
import type { Heard, LinkConnection } from '../../link/connection.ts';

const back = linkArea('link-coming-back');

/** For so long the runtime is kept waiting for the answer to its hello, in milliseconds. */
const downMs = 700;

const isAnswer = ({ message }: Heard): boolean =>
  message !== undefined && message.method === undefined && message.id !== undefined;

/** Whether answers come to what was not asked on this connection. */
const strayAnswer = async (connection: LinkConnection, timeoutMs: number): Promise<Heard | undefined> => {
  await connection.ping(timeoutMs);
  return connection.inbox.all.find(isAnswer);
};

export const comingBackAudits = [
  back.audit('cut', ['LINK-BACK-001', 'LINK-HELLO-007'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const graph = lab.sketch({});
    await lab.load(graph);
    await line.connection.cut();
    const next = await t.line().catch(() => undefined);
    t.of('LINK-BACK-001').must(
      next !== undefined,
      `A runtime that was cut off comes back within ${t.patience.returnMs / 1000} s`,
    );
    if (!next) return;
    next.show(next.hello);
    next.show(next.holding);
    const { params } = next.holding.message ?? {};
    const held = isRecord(params) ? recordsOf(params.graphs) : [];
    if (held.some(({ graphId }) => graphId === graph.graphId))
      t.of('LINK-HELLO-007').mustEqual(
        instanceIn(next.hello),
        instanceIn(line.hello),
        'Whoever holds what was given before is the instance that it was given to',
      );
    await next.connection.ping(t.patience.eventMs);
    next.connection.close(1001, 'The kit ends the connection.');
    await next.connection.closed;
    const third = await t.line().catch(() => undefined);
    t.of('LINK-BACK-001').must(
      third !== undefined,
      'It comes back as well when the service ends the connection in order',
    );
  }),

  back.audit(
    'meanwhile',
    ['LINK-BACK-002'],
    { needs: ['node:OnNewFrame', 'node:LogConsole', 'event:console.log'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const { message, graph } = lab.logging('OnNewFrame');
      const { from } = await lab.run(graph);
      await line.awaited(lab.logOf(message), from, 'OnNewFrame fires');
      const connection = await t.guest.knock();
      await connection.inbox.until(({ message: said }) => said?.method === 'hello', t.patience.helloMs);
      await later(Math.max(downMs, 4_000 / t.can.stepsPerSecond));
      const next = await t.lineOver(connection);
      next.show(next.holding);
      const { params } = next.holding.message ?? {};
      const held = isRecord(params) ? recordsOf(params.graphs) : [];
      const runs = held.some(({ graphId, running }) => graphId === graph.graphId && running === true);
      if (!runs) t.notApplicable('The runtime lets no graph run while nobody is connected');
      await next.steps(3);
      const isEntry = lab.logOf(message);
      const before = next.events(0, next.holding.place).filter(isEntry);
      const after = next.events(next.holding.place).filter(isEntry);
      next.show(before[0]);
      t.should(before.length > 0, 'What the graph did meanwhile comes before holding');
      const ticks = [...before, ...after].map(({ tick }) => Number(tick));
      const hole = ticks.findIndex((tick, index) => index > 0 && tick !== (ticks[index - 1] ?? 0) + 1);
      t.should(hole < 0, 'Nothing of it is missing, and nothing comes twice', {
        actual: hole < 0 ? undefined : ticks.slice(hole - 1, hole + 1),
      });
    },
  ),

  back.audit('nothing-runs', ['LINK-BACK-003'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const nodes: Readonly<Record<string, string>> = t.can.nodeTypes.has('OnNewFrame')
      ? { frame: 'OnNewFrame' }
      : {};
    const [idle, stopped] = [lab.sketch(nodes), lab.sketch(nodes)];
    await lab.load(idle);
    await lab.run(stopped);
    await line.steps(2);
    await lab.stop(stopped.graphId);
    await line.connection.cut();
    const next = await t.line();
    await next.steps(6);
    next.show(next.holding);
    const { params } = next.holding.message ?? {};
    const running = (isRecord(params) ? recordsOf(params.graphs) : []).filter(
      (graph) => graph.running === true,
    );
    t.must(
      !running.some(({ graphId }) => [idle, stopped].some((graph) => graph.graphId === graphId)),
      'holding says that they do not run',
      { actual: brief(running) },
    );
    const started = next
      .events()
      .find((event) => [idle, stopped].some(({ graphId }) => isOf('graph.running', graphId)(event)));
    next.show(started);
    t.must(started === undefined, 'No graph starts by itself', { actual: started });
  }),

  back.audit('under-way', ['LINK-BACK-004'], async (t) => {
    const line = await t.line();
    const commands = Array.from({ length: 50 }, () =>
      line.connection.command('graph.stop', { graphId: absentGraph }, t.patience.answerMs),
    );
    if (t.can.actions.has('project.info'))
      commands.push(
        line.connection.command(
          'action.run',
          { action: 'project.info', parameters: {} },
          t.patience.answerMs,
        ),
      );
    const asked = line.mark();
    await line.connection.inbox.until(isAnswer, t.patience.eventMs, asked);
    await line.connection.cut();
    const next = await t.line();
    next.show(next.holding);
    await Promise.all(commands);
    const stray = await strayAnswer(next.connection, t.patience.eventMs);
    next.show(stray);
    t.must(stray === undefined, 'No answer comes to what was asked before the cut', { actual: stray?.text });
  }),
];
