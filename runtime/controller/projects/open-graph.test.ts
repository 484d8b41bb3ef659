import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsoleLine } from '../../link/console.ts';
import { nodeTypes } from '../../nodes/index.ts';
import { type GraphDocument, portIdOf } from '../graphs/document.ts';
import { findPort } from '../graphs/store.ts';
import { connect, moveNode, removeGraph, removeNode, writePort } from '../graphs/edit.ts';
import { nodeText } from '../graphs/record-text.ts';
import { nodeRecord } from '../graphs/records.ts';
import { createTestGraph, portId, snapshot } from '../graphs/testing.ts';
import { fillGraph, seededRoll } from '../graphs/testing-random.ts';
import { printGraphFile } from './graph-file-text.ts';
import { openOrCopy } from './open-copies.ts';
import { copyGraph, openGraphFile } from './open-graph.ts';

/** A store without some node types, and without graphs. */
const storeWithout = (...missing: readonly string[]) => {
  const { store, graph } = createTestGraph({
    types: nodeTypes.filter(({ enumValue }) => !missing.includes(enumValue)),
  });
  removeGraph(store, graph);
  return store;
};

/** Opens a text, with what the console then says. */
const open = (text: string, store = storeWithout()) => {
  const lines: ConsoleLine[] = [];
  const graph = openGraphFile(store, 'graphs/Test.json', text, (line) => lines.push(line));
  return { store, graph, lines, messages: lines.map(({ message }) => message) };
};

/** Delay → LogConsole, whose message comes from Concat: all of them with values. */
const chain = () => {
  const { store, graph, add } = createTestGraph();
  const [delay, concat, log] = [add('Delay'), add('Concatenate'), add('LogConsole')];
  connect(store, graph, portId(delay, 'Done'), portId(log, 'In'));
  connect(store, graph, portId(concat, 'Result'), portId(log, 'Message'));
  writePort(store, portId(delay, 'Duration'), 2.5);
  writePort(store, portId(concat, 'A'), 'secret?');
  return { store, graph, delay, concat, log };
};

/** The content of a graph file, for changes as by hand. */
interface Content {
  id: string;
  layout?: unknown;
  nodes: ({ id: string } & Record<string, unknown>)[];
  connections: { id: string; from: string[]; to: string[] }[];
}

/** The text of a graph file whose content was changed. */
const changed = (graph: GraphDocument, change: (content: Content) => void): string => {
  const content: Content = JSON.parse(printGraphFile(graph));
  change(content);
  return JSON.stringify(content);
};

describe('a graph with nodes of missing types', () => {
  it('is saved as it was, byte for byte, and is whole where the types are there', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { store, graph } = createTestGraph();
        const roll = seededRoll(seed);
        fillGraph(store, graph, roll, 10);
        const categories = [...graph.nodes.values()].map(({ type }) => type.enumValue);
        const missing = categories.filter(() => roll(3) === 0);
        const text = printGraphFile(graph);
        const lacking = open(text, storeWithout(...missing));
        expect(printGraphFile(lacking.graph)).toBe(text);
        for (const node of lacking.graph.nodes.values())
          expect(nodeText(lacking.store, node)).toBe(JSON.stringify(nodeRecord(lacking.store, node)));
        const copy = copyGraph(lacking.store, lacking.graph, 'Test', 'graphs/Copy.json');
        const whole = open(printGraphFile(lacking.graph));
        whole.graph.revision = graph.revision;
        expect(snapshot(whole.store, whole.graph)).toEqual(snapshot(store, graph));
        expect(open(printGraphFile(copy)).graph.nodes.size).toBe(graph.nodes.size);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps what a newer version may write, in its order', () => {
    const { graph, delay } = chain();
    const node = `{"id":"${delay.id}","note":{"font":7},"x":1,"y":2,"category":"Delay","values":{"b":{"z":[1,{}]},"a":null,"Trim":"x"},"disabled":{"all":true},"expanded":["in.a"],"more":[1e+300]}`;
    const text = printGraphFile(graph).replace(
      / {4}\{"id":"[^"]+","category":"Delay"[^\n]*\}/,
      `    ${node}`,
    );
    expect(text).toContain(node);
    expect(printGraphFile(open(text, storeWithout('Delay')).graph)).toBe(text);
  });

  it('shows the ports that its file names, and no value, which may be a secret', () => {
    const { graph, delay, concat } = chain();
    const { store, graph: opened } = open(printGraphFile(graph), storeWithout('Delay', 'Concatenate'));
    expect(nodeRecord(store, opened.nodes.get(delay.id)!)).toMatchObject({
      category: 'Delay',
      isMissing: true,
      ports: [
        {
          name: 'Duration',
          type: 'Generic',
          direction: 'input',
          value: null,
          isSensitive: true,
          hasValue: true,
        },
        { name: 'Done', type: 'Trigger', direction: 'output' },
      ],
    });
    expect(JSON.stringify(nodeRecord(store, opened.nodes.get(concat.id)!))).not.toContain('secret?');
  });

  it('does not open where a number of what it keeps overflows, since JSON would say null of it', () => {
    const { graph, delay } = chain();
    const text = changed(graph, (file) => {
      nodeOf(file, delay).values = { Duration: 'huge' };
    }).replace('"huge"', '-1e400');
    const store = storeWithout('Delay');
    expect(() => open(text, store)).toThrow(/node .* overflows/);
    expect(store.nodes.size).toBe(0);
    expect(open(text).messages).toEqual([expect.stringContaining("'Duration'")]);
  });

  it('says on the console of which type how many are missing', () => {
    const { graph } = chain();
    expect(open(printGraphFile(graph), storeWithout('Delay', 'Concatenate')).lines).toEqual([
      expect.objectContaining({
        severity: 'warning',
        graphId: graph.id,
        message: expect.stringMatching(/'Delay'.*missing/),
      }),
      expect.objectContaining({ message: expect.stringMatching(/'Concatenate'.*missing/) }),
    ]);
  });

  it('takes moves, wires and removals, but no values', () => {
    const { graph, delay, concat, log } = chain();
    const { store, graph: opened } = open(printGraphFile(graph), storeWithout('Delay', 'Concatenate'));
    const [timer, text] = [delay, concat].map(({ id }) => opened.nodes.get(id)!);
    expect(() => writePort(store, portId(timer!, 'Duration'), 3)).toThrow(/'Delay' is missing here/);
    moveNode(timer!, 10, 20);
    removeNode(store, opened.nodes.get(log.id)!);
    const again = JSON.parse(printGraphFile(opened));
    expect(again.connections).toEqual([]);
    expect(again.nodes.find(({ id }: { id: string }) => id === delay.id)).toEqual({
      ...{ id: delay.id, category: 'Delay', x: 10, y: 20, values: { Duration: 2.5 } },
    });
    removeNode(store, text!);
    expect(printGraphFile(opened)).not.toContain('Concatenate');
  });
});

const nodeOf = ({ nodes }: Content, { id }: { id: string }) => nodes.find((node) => node.id === id)!;

describe('one thing in a graph file that cannot be taken', () => {
  const { graph, concat, log } = chain();

  const cases: [string, (content: Content) => void, RegExp][] = [
    [
      'a wire that is there twice',
      (file) => file.connections.push({ ...file.connections[0]!, id: 'twice' }),
      /connection twice is left out: .*already connected/,
    ],
    [
      'a wire to nowhere',
      (file) => file.connections.push({ id: 'w', from: ['nobody', 'Out'], to: [log.id, 'In'] }),
      /connection w is left out: there is no node 'nobody'/,
    ],
    [
      'a wire at an unknown port',
      (file) => file.connections.push({ id: 'w', from: [concat.id, 'Out'], to: [log.id, 'In'] }),
      /connection w is left out: .*no output port 'Out'/,
    ],
    [
      'a wire between types that do not fit',
      (file) => file.connections.push({ id: 'w', from: [concat.id, 'Result'], to: [log.id, 'In'] }),
      /connection w is left out: .*does not connect/,
    ],
    [
      'a label that is no option',
      (file) => {
        nodeOf(file, log).values = { Severity: 'Loud' };
      },
      /'Severity' of node .* \(LogConsole\) .*'warning'/,
    ],
    [
      'an index without an option',
      (file) => {
        nodeOf(file, log).values = { Severity: 99 };
      },
      /'Severity' of node .* \(LogConsole\)/,
    ],
    [
      'a value of another type',
      (file) => {
        nodeOf(file, log).values = { Message: 7 };
      },
      /'Message' of node .*accepts a string/,
    ],
    [
      'a place beyond the canvas',
      (file) => {
        nodeOf(file, log).x = 1e10;
      },
      /'x' of node .* at most 1000000000/,
    ],
    [
      'a place that is no number',
      (file) => {
        nodeOf(file, log).y = 'top';
      },
      /'y' of node .*expected a number/,
    ],
    [
      'values that are no object',
      (file) => {
        nodeOf(file, log).values = [1];
      },
      /'values' of node/,
    ],
    [
      'a layout that is none',
      (file) => {
        file.layout = { aspectRatio: 0 };
      },
      /layout is not taken: aspectRatio/,
    ],
  ];

  it.each(cases)('such as %s leaves the rest as it is, with a warning', (_, change, warning) => {
    const { graph: opened, lines } = open(changed(graph, change));
    expect(printGraphFile(opened).replace('1000000000', '0')).toBe(printGraphFile(graph));
    expect(lines).toEqual([
      expect.objectContaining({
        severity: 'warning',
        graphId: graph.id,
        message: expect.stringMatching(warning),
      }),
    ]);
    expect(lines[0]!.message).toMatch(/^graphs\/Test\.json: [^\n]+\.$/);
  });

  it('of a note has what a new note has', () => {
    const { graph, add } = createTestGraph();
    const note = add('Note');
    const text = changed(graph, (file) => {
      nodeOf(file, note).note = { text: 'kept', font: 'Comic', color: 'Pink', fontSize: 13 };
    });
    const { graph: opened, messages } = open(text);
    expect(opened.nodes.get(note.id)?.note).toEqual({
      text: 'kept',
      font: 'Sans',
      color: 'Pink',
      fontSize: 14,
    });
    expect(messages).toEqual([
      expect.stringContaining("'note.font'"),
      expect.stringContaining("'note.fontSize'"),
    ]);
  });

  it('is listed as far as the console has room for it', () => {
    const { graph, add } = createTestGraph();
    for (let index = 0; index < 100; index += 1) add('LogConsole');
    const text = changed(graph, (file) => {
      for (const node of file.nodes) node.values = { Severity: 'Loud' };
    });
    const { messages } = open(text);
    expect(messages).toHaveLength(21);
    expect(messages.at(-1)).toMatch(/^graphs\/Test\.json: 8\d more problems/);
  });
});

it('takes the index of an option as a request does, also where it shapes the node', () => {
  const { graph, log } = chain();
  const { graph: opened, messages } = open(
    changed(graph, (file) => {
      nodeOf(file, log).values = { Severity: 1 };
    }),
  );
  expect(opened.nodes.get(log.id)?.values).toEqual({ Severity: 'warning' });
  expect(messages).toEqual([]);
});

it.each(['delay', 'a.in.b', '.out.', 'x'.repeat(50)])(
  'a node that a file calls %j has ports that can be found',
  (id) => {
    const { graph, delay } = chain();
    const { store, graph: opened } = open(printGraphFile(graph).replaceAll(delay.id, id));
    const node = opened.nodes.get(id)!;
    for (const port of node.ports) expect(findPort(store, portIdOf(id, port))).toEqual({ node, port });
  },
);

describe('a file with ids that are empty or stand there twice', () => {
  const opened = (text: string) => {
    const lines: ConsoleLine[] = [];
    const store = storeWithout();
    return {
      store,
      lines,
      ...openOrCopy(store, 'graphs/Test.json', JSON.parse(text), (line) => lines.push(line)),
    };
  };

  it('is open under ids of its own, always the same ones, and saved with them', () => {
    const { graph, log } = chain();
    const text = changed(graph, (file) => {
      file.id = '';
      file.connections[1]!.id = file.connections[0]!.id;
      file.nodes.push({ ...file.nodes[0]!, id: log.id });
    });
    const first = opened(text);
    expect(first.hasNewIds).toBe(true);
    expect(first.store.pending.has(first.graph)).toBe(true);
    expect(first.lines).toEqual([expect.objectContaining({ severity: 'warning' })]);
    expect(first.graph.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(first.graph.nodes.size).toBe(graph.nodes.size + 1);
    expect(first.graph.connections.size).toBe(2);
    expect(first.graph.nodes.get(log.id)?.type.enumValue).toBe('LogConsole');
    expect(printGraphFile(opened(text).graph)).toBe(printGraphFile(first.graph));
    expect(opened(printGraphFile(first.graph)).hasNewIds).toBe(false);
  });
});
