/** What a new project may begin with. */
export const templateNames = ['empty', 'demo', 'graphs'] as const;

export type TemplateName = (typeof templateNames)[number];
