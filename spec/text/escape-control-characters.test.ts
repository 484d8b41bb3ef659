import { describe, expect, it } from 'vitest';
import {
  escapeControlCharacters,
  escapeControlCharactersExceptColor,
  neutralizeWorkflowCommands,
} from './escape-control-characters.ts';

describe('printable text', () => {
  it('escapes characters that control a terminal or reverse text, and keeps all others', () => {
    expect(escapeControlCharacters('\u001b]0;title\u0007\u009b2J\r\u202egpj.exe\ud800')).toBe(
      String.raw`\u001b]0;title\u0007\u009b2J\u000d\u202egpj.exe\ud800`,
    );
    expect(escapeControlCharacters('grün\t日本 👩‍🎤\nnext')).toBe('grün\t日本 👩‍🎤\nnext');
  });

  it('keeps the meaning of JSON', () => {
    const value = { 'a\u009b': ['\u202e', '\u007f \\u0041'] };
    expect(JSON.parse(escapeControlCharacters(JSON.stringify(value)))).toEqual(value);
  });

  it('keeps colors on request, and no other sequences', () => {
    expect(escapeControlCharactersExceptColor('\u001b[31mred\u001b[39m \u001b[8mhidden\u001b[2J')).toBe(
      '\u001b[31mred\u001b[39m \\u001b[8mhidden\\u001b[2J',
    );
  });
});

describe('text in the log of a CI system', () => {
  it.each(['::error::x', '  ::set-output name=a::b', '::stop-commands::t'])(
    'contains no GitHub command: %s',
    (text) => {
      const lines = neutralizeWorkflowCommands(`first\n${text}\nlast`).split('\n');
      expect(lines).toHaveLength(3);
      expect(lines.filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    },
  );

  it.each(['##[group]x', 'a ##vso[task.setvariable]b', 'x ##TeamCity[message]'])(
    'contains no command of other systems: %s',
    (text) => {
      expect(neutralizeWorkflowCommands(text)).not.toMatch(/##(\[|vso|teamcity)/i);
    },
  );

  it('keeps text that is not a command', () => {
    const text = 'http://[::1]:7180 ## [x]\n: a\n{"a":"::b"}';
    expect(neutralizeWorkflowCommands(text)).toBe(text);
  });
});
