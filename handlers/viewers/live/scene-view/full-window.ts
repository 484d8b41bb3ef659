/** Shows the scene pane in the full window, or returns to the panes. */
export const toggleFullWindow = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.getElementById('pane-scene')?.requestFullscreen();
};
