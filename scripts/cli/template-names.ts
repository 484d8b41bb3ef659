/** What a new project may begin with. */
export const templates = ['empty', 'demo', 'graphs'] as const;

export type Template = (typeof templates)[number];
