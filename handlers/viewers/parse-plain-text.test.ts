import { expect, it } from 'vitest';
import { parseTextBlocks } from './render-orientation-page.ts';

it('turns aligned columns into tables, with continuation lines', () => {
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

it('turns requests on their own lines into calls, and keeps sentences that mention one as prose', () => {
  expect(parseTextBlocks('POST /api/graphs\n{"name": "Hello"}')).toEqual([
    { kind: 'calls', text: 'POST /api/graphs\n{"name": "Hello"}' },
  ]);
  expect(parseTextBlocks('GET /a and GET /b differ.')).toEqual([
    { kind: 'prose', text: 'GET /a and GET /b differ.' },
  ]);
});

it('keeps the response of a call, and hub messages, with the request', () => {
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

it('keeps a single aligned line as prose', () => {
  expect(parseTextBlocks('REST: here.\nHub:  there.\nBoth work.')).toEqual([
    { kind: 'prose', text: 'REST: here.\nHub:  there.\nBoth work.' },
  ]);
});
