import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TextlintKernel, type TextlintKernelRule, type TextlintRuleModule } from '@textlint/kernel';
// @ts-expect-error: the package has no types
import terminology from 'textlint-rule-terminology';

interface ProseProblem {
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

// The plugin is a CommonJS module, and module loaders disagree about its default export.
const { default: markdownPlugin } = createRequire(import.meta.url)('@textlint/textlint-plugin-markdown');

/** Pairs of a pattern to search for and its replacement. */
const terms: unknown = JSON.parse(readFileSync(new URL('../../.config/terms.json', import.meta.url), 'utf8'));

const maxWordsPerSentence = 35;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

const checkSentenceLength: TextlintRuleModule = ({ Syntax, RuleError, report, getSource }) => ({
  [Syntax.Paragraph](node) {
    // Inline code counts as one word, and link targets don't count.
    const text = getSource(node)
      .replace(/`[^`]*`/g, 'Code')
      .replace(/\]\([^)]*\)/g, ']');
    for (const { segment } of sentences.segment(text)) {
      const { length } = segment.match(/\S*\w\S*/g) ?? [];
      if (length <= maxWordsPerSentence) continue;
      report(node, new RuleError(`A sentence has ${length} words: ${segment.trim().replace(/\s+/g, ' ')}`));
    }
  },
});

/** Returns the comments of a source file, each on its own lines. All other lines are empty. */
const extractComments = (source: string): string =>
  source
    .split('\n')
    .map((line) => /^\s*(?:\/\*\*?|\*|\/\/)(?:\s+(.*?))?(?:\s*\*\/)?$/.exec(line)?.[1] ?? '')
    .join('\n');

const kernel = new TextlintKernel();

/**
 * Checks a document or the comments in a source file. Terms that the project doesn't use (`.config/terms.json`) are
 * errors, and long sentences in documents are warnings.
 */
export const checkProse = async (path: string, text: string): Promise<ProseProblem[]> => {
  const isDocument = path.endsWith('.md');
  const rules: TextlintKernelRule[] = [
    { ruleId: 'terms', rule: terminology, options: { defaultTerms: false, terms } },
    ...(isDocument ? [{ ruleId: 'sentences', rule: checkSentenceLength }] : []),
  ];
  const { messages } = await kernel.lintText(isDocument ? text : extractComments(text), {
    ext: '.md',
    filePath: path,
    plugins: [{ pluginId: 'markdown', plugin: markdownPlugin }],
    rules,
  });
  return messages.map(({ loc, message, ruleId }) => ({
    line: loc.start.line,
    severity: ruleId === 'terms' ? 'error' : 'warning',
    message,
  }));
};
