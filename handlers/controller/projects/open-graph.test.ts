import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { type GraphDocument, getPortId } from '../graphs/graph-document.ts';
import { requirePortEnd } from '../graphs/graph-store.ts';
import { connectPorts, moveNode, removeGraph, removeNode, writePort } from '../graphs/graph-edits.ts';
import { stringifyNode } from '../graphs/record-json.ts';
import { toNodeRecord } from '../graphs/graph-records.ts';
import {
  createTestGraph,
  findPortId,
  takeGraphSnapshot,
  serializeGraphFile,
} from '../graphs/testing-graphs.ts';
import { addRandomNodes, createSeededRandomInteger } from '../graphs/testing-random-edits.ts';
import { copyGraph, openGraphFile, openOrCopyGraph } from './open-graph.ts';

/** Creates an empty store that lacks some of the node types. */
const createStoreWithout = (...missing: readonly string[]) => {
  const { store, graph } = createTestGraph({
    types: nodeTypes.filter(({ enumValue }) => !missing.includes(enumValue)),
  });
  removeGraph(store, graph);
  return store;
};

/** Opens the text of a graph file, and also returns the console lines that were written. */
const openText = (text: string, store = createStoreWithout()) => {
  const lines: ConsoleLine[] = [];
  const graph = openGraphFile(store, 'graphs/Test.json', text, (line) => lines.push(line));
  return { store, graph, lines, messages: lines.map(({ message }) => message) };
};

/**
 * Creates a Delay node connected to a LogConsole node. The message of the LogConsole node comes from a Concatenate
 * node. All nodes have values.
 */
const createChain = () => {
  const { store, graph, add } = createTestGraph();
  const [delay, concat, log] = [add('Delay'), add('Concatenate'), add('LogConsole')];
  connectPorts(store, graph, findPortId(delay, 'Done'), findPortId(log, 'In'));
  connectPorts(store, graph, findPortId(concat, 'Result'), findPortId(log, 'Message'));
  writePort(store, findPortId(delay, 'Duration'), 2.5);
  writePort(store, findPortId(concat, 'A'), 'secret?');
  return { store, graph, delay, concat, log };
};

/** The content of a graph file. Its nodes can be modified. */
interface Content {
  id: string;
  layout?: unknown;
  nodes: ({ id: string } & Record<string, unknown>)[];
  connections: { id: string; from: string[]; to: string[] }[];
}

const changeFileContent = (graph: GraphDocument, change: (content: Content) => void): string => {
  const content: Content = JSON.parse(serializeGraphFile(graph));
  change(content);
  return JSON.stringify(content);
};

describe('a graph with nodes of missing types', () => {
  it('is saved byte for byte as it was, and is complete where the types exist', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { store, graph } = createTestGraph();
        const randomInt = createSeededRandomInteger(seed);
        addRandomNodes(store, graph, randomInt, 10);
        const categories = [...graph.nodes.values()].map(({ type }) => type.enumValue);
        const missing = categories.filter(() => randomInt(3) === 0);
        const text = serializeGraphFile(graph);
        const missingTypes = openText(text, createStoreWithout(...missing));
        expect(serializeGraphFile(missingTypes.graph)).toBe(text);
        for (const node of missingTypes.graph.nodes.values())
          expect(stringifyNode(missingTypes.store, node)).toBe(
            JSON.stringify(toNodeRecord(missingTypes.store, node)),
          );
        const copy = copyGraph(missingTypes.store, missingTypes.graph, 'Test', 'graphs/Copy.json');
        const reopened = openText(serializeGraphFile(missingTypes.graph));
        reopened.graph.revision = graph.revision;
        expect(takeGraphSnapshot(reopened.store, reopened.graph)).toEqual(takeGraphSnapshot(store, graph));
        expect(openText(serializeGraphFile(copy)).graph.nodes.size).toBe(graph.nodes.size);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps keys that a newer version may write, in order', () => {
    const { graph, delay } = createChain();
    const node = `{"id":"${delay.id}","note":{"font":7},"x":1,"y":2,"category":"Delay","values":{"b":{"z":[1,{}]},"a":null,"Trim":"x"},"disabled":{"all":true},"expanded":["in.a"],"more":[1e+300]}`;
    const text = serializeGraphFile(graph).replace(
      / {4}\{"id":"[^"]+","category":"Delay"[^\n]*\}/,
      `    ${node}`,
    );
    expect(text).toContain(node);
    expect(serializeGraphFile(openText(text, createStoreWithout('Delay')).graph)).toBe(text);
  });

  it('shows the ports that its file names, but no values, because they may be secret', () => {
    const { graph, delay, concat } = createChain();
    const { store, graph: opened } = openText(
      serializeGraphFile(graph),
      createStoreWithout('Delay', 'Concatenate'),
    );
    expect(toNodeRecord(store, opened.nodes.get(delay.id)!)).toMatchObject({
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
    expect(JSON.stringify(toNodeRecord(store, opened.nodes.get(concat.id)!))).not.toContain('secret?');
  });

  it('does not open with a number that overflows, because saving would turn it into null', () => {
    const { graph, delay } = createChain();
    const text = changeFileContent(graph, (file) => {
      findNode(file, delay).values = { Duration: 'huge' };
    }).replace('"huge"', '-1e400');
    const store = createStoreWithout('Delay');
    expect(() => openText(text, store)).toThrow(/node .* overflows/);
    expect(store.nodes.size).toBe(0);
    expect(openText(text).messages).toEqual([expect.stringContaining("'Duration'")]);
  });

  it('reports on the console how many nodes of each type are missing', () => {
    const { graph } = createChain();
    expect(openText(serializeGraphFile(graph), createStoreWithout('Delay', 'Concatenate')).lines).toEqual([
      expect.objectContaining({
        severity: 'warning',
        graphId: graph.id,
        message: expect.stringMatching(/'Delay'.*missing/),
      }),
      expect.objectContaining({ message: expect.stringMatching(/'Concatenate'.*missing/) }),
    ]);
  });

  it('can be moved, connected and removed, but not written to', () => {
    const { graph, delay, concat, log } = createChain();
    const { store, graph: opened } = openText(
      serializeGraphFile(graph),
      createStoreWithout('Delay', 'Concatenate'),
    );
    const [timer, text] = [delay, concat].map(({ id }) => opened.nodes.get(id)!);
    expect(() => writePort(store, findPortId(timer!, 'Duration'), 3)).toThrow(/'Delay' is missing here/);
    moveNode(timer!, 10, 20);
    removeNode(store, opened.nodes.get(log.id)!);
    const saved = JSON.parse(serializeGraphFile(opened));
    expect(saved.connections).toEqual([]);
    expect(saved.nodes.find(({ id }: { id: string }) => id === delay.id)).toEqual({
      ...{ id: delay.id, category: 'Delay', x: 10, y: 20, values: { Duration: 2.5 } },
    });
    removeNode(store, text!);
    expect(serializeGraphFile(opened)).not.toContain('Concatenate');
  });
});

const findNode = ({ nodes }: Content, { id }: { id: string }) => nodes.find((node) => node.id === id)!;

describe('an invalid item in a graph file', () => {
  const { graph, concat, log } = createChain();

  const cases: [string, (content: Content) => void, RegExp][] = [
    [
      'a duplicate connection',
      (file) => file.connections.push({ ...file.connections[0]!, id: 'twice' }),
      /connection twice is left out: .*already connected/,
    ],
    [
      'a connection to a missing node',
      (file) => file.connections.push({ id: 'w', from: ['nobody', 'Out'], to: [log.id, 'In'] }),
      /connection w is left out: there is no node 'nobody'/,
    ],
    [
      'a connection to an unknown port',
      (file) => file.connections.push({ id: 'w', from: [concat.id, 'Out'], to: [log.id, 'In'] }),
      /connection w is left out: .*no output port 'Out'/,
    ],
    [
      'a connection between incompatible types',
      (file) => file.connections.push({ id: 'w', from: [concat.id, 'Result'], to: [log.id, 'In'] }),
      /connection w is left out: .*does not connect/,
    ],
    [
      'an unknown option',
      (file) => {
        findNode(file, log).values = { Severity: 'Loud' };
      },
      /'Severity' of node .* \(LogConsole\) .*'warning'/,
    ],
    [
      'an index without an option',
      (file) => {
        findNode(file, log).values = { Severity: 99 };
      },
      /'Severity' of node .* \(LogConsole\)/,
    ],
    [
      'a value of another type',
      (file) => {
        findNode(file, log).values = { Message: 7 };
      },
      /'Message' of node .*accepts a string/,
    ],
    [
      'a position outside the canvas',
      (file) => {
        findNode(file, log).x = 1e10;
      },
      /'x' of node .* at most 1000000000/,
    ],
    [
      'a position that is not a number',
      (file) => {
        findNode(file, log).y = 'top';
      },
      /'y' of node .*expected a number/,
    ],
    [
      'values that are not an object',
      (file) => {
        findNode(file, log).values = [1];
      },
      /'values' of node/,
    ],
    [
      'an invalid layout',
      (file) => {
        file.layout = { aspectRatio: 0 };
      },
      /layout is ignored: aspectRatio/,
    ],
  ];

  it.each(cases)('such as %s leaves the rest unchanged, and causes a warning', (_, change, warning) => {
    const { graph: opened, lines } = openText(changeFileContent(graph, change));
    expect(serializeGraphFile(opened).replace('1000000000', '0')).toBe(serializeGraphFile(graph));
    expect(lines).toEqual([
      expect.objectContaining({
        severity: 'warning',
        graphId: graph.id,
        message: expect.stringMatching(warning),
      }),
    ]);
    expect(lines[0]!.message).toMatch(/^graphs\/Test\.json: [^\n]+\.$/);
  });

  it('of a note gets the default of a new note', () => {
    const { graph, add } = createTestGraph();
    const note = add('Note');
    const text = changeFileContent(graph, (file) => {
      findNode(file, note).note = { text: 'kept', font: 'Comic', color: 'Pink', fontSize: 13 };
    });
    const { graph: opened, messages } = openText(text);
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

  it('is listed up to the limit of the console', () => {
    const { graph, add } = createTestGraph();
    for (let index = 0; index < 100; index += 1) add('LogConsole');
    const text = changeFileContent(graph, (file) => {
      for (const node of file.nodes) node.values = { Severity: 'Loud' };
    });
    const { messages } = openText(text);
    expect(messages).toHaveLength(21);
    expect(messages.at(-1)).toMatch(/^graphs\/Test\.json: 8\d more problems/);
  });
});

it('accepts the index of an option like a request, even if the option changes the ports of the node', () => {
  const { graph, log } = createChain();
  const { graph: opened, messages } = openText(
    changeFileContent(graph, (file) => {
      findNode(file, log).values = { Severity: 1 };
    }),
  );
  expect(opened.nodes.get(log.id)?.values).toEqual({ Severity: 'warning' });
  expect(messages).toEqual([]);
});

it.each(['delay', 'a.in.b', '.out.', 'x'.repeat(50)])(
  'the ports of a node with the id %j can be found',
  (id) => {
    const { graph, delay } = createChain();
    const { store, graph: opened } = openText(serializeGraphFile(graph).replaceAll(delay.id, id));
    const node = opened.nodes.get(id)!;
    for (const port of node.ports) expect(requirePortEnd(store, getPortId(id, port))).toEqual({ node, port });
  },
);

describe('a file with empty or duplicate ids', () => {
  const opened = (text: string) => {
    const lines: ConsoleLine[] = [];
    const store = createStoreWithout();
    return {
      store,
      lines,
      ...openOrCopyGraph(store, 'graphs/Test.json', JSON.parse(text), (line) => lines.push(line)),
    };
  };

  it('opens with new ids, always the same ones, and is saved with them', () => {
    const { graph, log } = createChain();
    const text = changeFileContent(graph, (file) => {
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
    expect(serializeGraphFile(opened(text).graph)).toBe(serializeGraphFile(first.graph));
    expect(opened(serializeGraphFile(first.graph)).hasNewIds).toBe(false);
  });
});
