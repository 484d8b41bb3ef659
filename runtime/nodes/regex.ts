import { type Context, createContext, Script } from 'node:vm';

/** Milliseconds after which a search counts as endless. Sound patterns take a small part of it. */
const patience = 500;

/** Texts and replacements beyond these could take very long, or fill memory, with any pattern. */
const longestText = 100_000;
const longestReplacement = 1_000;

const replacing = new Script('text.replace(new RegExp(pattern, "gu"), replacement)');

/** Made with the first search, and then kept: making one takes longer than most searches. */
let kept: Context | undefined;

export type Replaced = { readonly text: string } | { readonly failure: string; readonly isEndless: boolean };

/**
 * Replaces every match of a regular expression; `$1` and the like stand for what its groups matched. There are patterns
 * that take years on short texts, and only the virtual machine itself can interrupt a search.
 */
export const replaceMatches = (text: string, pattern: string, replacement: string): Replaced => {
  if (text.length > longestText || replacement.length > longestReplacement) {
    return {
      failure: `With a regular expression, Text may have ${longestText} characters and Replacement ${longestReplacement}.`,
      isEndless: false,
    };
  }
  kept ??= createContext();
  Object.assign(kept, { text, pattern, replacement });
  try {
    return { text: String(replacing.runInContext(kept, { timeout: patience })) };
  } catch (failure) {
    const { code, message } = failure as { code?: string; message: string };
    const isEndless = code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return { failure: isEndless ? 'The regular expression takes too long.' : message, isEndless };
  }
};
