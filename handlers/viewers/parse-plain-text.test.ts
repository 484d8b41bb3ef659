import { expect, it } from 'vitest';
import { parseTextBlocks } from './parse-plain-text.ts';

it('makes tables of aligned columns, with lines that go on', () => {
  expect(parseTextBlocks('A  one\n   and more\nLonger  two')).toEqual([
    {
      kind: 'table',
      rows: [
        ['A', 'one and more'],
        ['Longer', 'two'],
      ],
    },
  ]);
});

it('takes requests on lines of their own as calls, and sentences that mention one as prose', () => {
  expect(parseTextBlocks('POST /api/graphs\n{"name": "Hello"}')).toEqual([
    { kind: 'calls', text: 'POST /api/graphs\n{"name": "Hello"}' },
  ]);
  expect(parseTextBlocks('GET /a and GET /b differ.')).toEqual([
    { kind: 'prose', text: 'GET /a and GET /b differ.' },
  ]);
});

it('keeps what a call answers, and the messages of a connection, with what was sent', () => {
  const call = 'GET /api/graphs/{graphId}\n-> 200 {"state":"stopped"}';
  const talk = 'C: {"protocol":"json","version":1}\nS: {}';
  expect(parseTextBlocks(`${call}\n${talk}`)).toEqual([{ kind: 'calls', text: `${call}\n${talk}` }]);
});

it('keeps the parts of a paragraph in order', () => {
  expect(parseTextBlocks('Call:\nA(x)    one\nB(y)    two\nThen wait.').map(({ kind }) => kind)).toEqual([
    'prose',
    'table',
    'prose',
  ]);
});

it('leaves one aligned line in its sentence', () => {
  expect(parseTextBlocks('REST: here.\nHub:  there.\nBoth work.')).toEqual([
    { kind: 'prose', text: 'REST: here.\nHub:  there.\nBoth work.' },
  ]);
});
