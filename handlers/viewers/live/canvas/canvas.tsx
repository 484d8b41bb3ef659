/** The open graph. */
export const Canvas = () => <section class="canvas" aria-label="Graph" />;
