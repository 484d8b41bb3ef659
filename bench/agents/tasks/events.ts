/** Tasks about what comes from outside, and what is heard. */
import { requireThat, requireSaid } from '../require.ts';
import {
  addition,
  batch,
  build,
  creation,
  type Graph,
  idOf,
  linesOf,
  type Plan,
  run,
  starting,
  untilSaid,
} from '../routes.ts';
import type { Task } from '../task.ts';

const door: Plan = {
  name: 'Door',
  nodes: [
    { id: 'on', type: 'OnCustomEvent', values: { Name: 'knock' } },
    { id: 'log', type: 'LogConsole', values: { Message: 'heard' } },
  ],
  wires: ['on.Out -> log.In'],
};

const pong: Plan = {
  name: 'Pong',
  nodes: [
    { id: 'on', type: 'OnCustomEvent', values: { Name: 'ping' } },
    { id: 'log', type: 'LogConsole', values: { Message: 'pong' } },
  ],
  wires: ['on.Out -> log.In'],
};

const ping: Plan = {
  name: 'Ping',
  nodes: [{ id: 'send', type: 'SendCustomEvent', values: { Name: 'ping' } }],
  wires: ['Start.Out -> send.In'],
};

const clock: Plan = {
  name: 'Clock',
  nodes: [
    { id: 'clock', type: 'OnInterval', values: { Seconds: 0.2 } },
    { id: 'log', type: 'LogConsole', values: { Message: 'tick' } },
  ],
  wires: ['clock.Out -> log.In'],
};

const says = (name: string, line: string): Plan => ({
  name,
  nodes: [{ id: 'log', type: 'LogConsole', values: { Message: line } }],
  wires: ['Start.Out -> log.In'],
});

export const events: readonly Task[] = [
  {
    told: 'Say "heard" when the event "knock" comes from outside, and send it.',
    async byTools({ ask, learn }) {
      await learn('custom event', 'log');
      await ask('apply_graph', { ...door, run: true, seconds: 0 });
      await ask('send_event', { name: 'knock', graph: 'Door', untilLine: 'heard' });
    },
    async byRest({ call, learn }) {
      await learn('custom event', 'log');
      const id = await build(call, door);
      await run(call, id);
      await call('POST', `/api/graphs/${id}/events`, { name: 'knock' });
      await untilSaid(call, id, 'heard');
    },
    check: (call) => requireSaid(call, 'Door', 'heard'),
  },
  {
    told: 'Have one graph say "pong" when another one sends "ping".',
    async byTools({ ask, learn }) {
      await learn('custom event', 'log');
      await ask('apply_graph', { ...pong, run: true, seconds: 0 });
      await ask('apply_graph', { ...ping, run: true });
      await ask('read_graph', { graph: 'Pong', console: true });
    },
    async byRest({ call, learn }) {
      await learn('custom event', 'log');
      const plans = [pong, ping];
      const graphs = await batch<Graph>(call, plans.map(creation));
      await batch(
        call,
        graphs.map((graph, index) => addition(graph, plans[index] as Plan)),
      );
      await batch(
        call,
        graphs.map(({ id }) => starting(id)),
      );
      await untilSaid(call, graphs[0]?.id ?? '', 'pong');
    },
    check: (call) => requireSaid(call, 'Pong', 'pong'),
  },
  {
    told: 'Tell when the graph Clock, which runs, has ticked three more times.',
    given: async (call) => run(call, await build(call, clock)),
    byTools: ({ ask }) => ask('wait_events', { patterns: ['console.log'], count: 3 }),
    async byRest({ call }) {
      const id = await idOf(call, 'Clock');
      const before = await linesOf(call, id);
      return untilSaid(call, id, 'tick', before.length + 3);
    },
    async check(_, reply) {
      requireThat(reply.split('tick').length > 3, `three ticks were heard: ${reply}`);
    },
  },
  {
    told: 'Tell what the graph Quiet has said; another one is louder.',
    async given(call) {
      for (const [name, line] of [
        ['Quiet', 'a whisper'],
        ['Loud', 'a shout'],
      ] as const) {
        const id = await build(call, says(name, line));
        await run(call, id);
        await untilSaid(call, id, line);
      }
    },
    byTools: ({ ask }) => ask('read_graph', { graph: 'Quiet', console: true }),
    byRest: async ({ call }) => untilSaid(call, await idOf(call, 'Quiet'), ''),
    async check(_, reply) {
      requireThat(reply.includes('a whisper') && !reply.includes('a shout'), `Quiet has whispered: ${reply}`);
    },
  },
];
