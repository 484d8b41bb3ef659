/** What agents are told to do, with the graph that does it. */
interface Node {
  readonly id: string;
  readonly type: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface Task {
  /** In the words that an agent gets. */
  readonly told: string;
  /** Node types that it has to find first. */
  readonly words: readonly string[];
  readonly name: string;
  readonly nodes: readonly Node[];
  /** As `a.Out -> b.In`. */
  readonly wires: readonly string[];
  /** A custom event to send once the graph runs. */
  readonly event?: string;
  /** The line of the console by which it has worked. */
  readonly line: string;
}

export const tasks: readonly Task[] = [
  {
    told: 'Have a graph say "hello" when it starts.',
    words: ['log'],
    name: 'Greeting',
    nodes: [{ id: 'log', type: 'LogConsole', values: { Message: 'hello' } }],
    wires: ['Start.Out -> log.In'],
    line: 'hello',
  },
  {
    told: 'Say "late" a tenth of a second after the start.',
    words: ['delay', 'log'],
    name: 'Timer',
    nodes: [
      { id: 'wait', type: 'Delay', values: { Duration: 0.1 } },
      { id: 'log', type: 'LogConsole', values: { Message: 'late' } },
    ],
    wires: ['Start.Out -> wait.In', 'wait.Done -> log.In'],
    line: 'late',
  },
  {
    told: 'Say "heard" when the event "knock" comes from outside, and send it.',
    words: ['custom event', 'log'],
    name: 'Door',
    nodes: [
      { id: 'on', type: 'OnCustomEvent', values: { Name: 'knock' } },
      { id: 'log', type: 'LogConsole', values: { Message: 'heard' } },
    ],
    wires: ['on.Out -> log.In'],
    event: 'knock',
    line: 'heard',
  },
];
