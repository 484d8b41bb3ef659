/** What a new project can contain. */
export const templateNames = ['empty', 'demo', 'graphs'] as const;

export type TemplateName = (typeof templateNames)[number];
