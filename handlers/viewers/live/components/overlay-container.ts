/** Returns the element for what floats over the page. On a page with landmarks, everything must be inside one. */
export const getOverlayContainer = (): Element => document.querySelector('main') ?? document.body;
