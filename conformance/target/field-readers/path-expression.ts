/** A key that has the same meaning in a dotted path and in a JSONata expression. */
const namePattern = /^(?!(true|false|null|and|or|in)$)[A-Za-z_]\w*$/;

/** Whether an expression can contain the key. JSONata can't escape a backtick in a name. */
export const isQuotable = (key: string): boolean => !key.includes('`');

/** Formats a key as a step of an expression. Keys of other characters, such as `route template`, are quoted. */
export const toPathStep = (key: string): string => (namePattern.test(key) ? key : `\`${key}\``);
