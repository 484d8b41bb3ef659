/** Templates that determine what a new project contains. */
export const templateNames = ['empty', 'demo', 'graphs'] as const;

export type TemplateName = (typeof templateNames)[number];
