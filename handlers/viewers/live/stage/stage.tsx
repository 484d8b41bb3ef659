/** The scene. */
export const Stage = () => <section class="stage" aria-label="Scene" />;
