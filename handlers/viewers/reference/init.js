// Starts the reference page. A file of its own, because the page allows no inline script.
const root = document.getElementById('reference');

/** Gives names and roles to what Swagger UI leaves without, and makes its examples scrollable by keyboard. */
const repair = () => {
  for (const main of root.querySelectorAll('main:not([role])')) {
    main.setAttribute('role', 'region');
    main.setAttribute('aria-label', 'Operations');
  }
  for (const select of root.querySelectorAll('select:not([aria-label])'))
    select.setAttribute('aria-label', select.closest('[data-param-name]')?.dataset.paramName ?? 'Choice');
  // Swagger UI leaves out the second level.
  for (const heading of root.querySelectorAll(':is(h3, h4, h5):not([aria-level])'))
    heading.setAttribute('aria-level', String(Number(heading.localName[1]) - 1));
  for (const table of root.querySelectorAll('table[role=region]:not([aria-label])'))
    table.setAttribute('aria-label', table.id.replaceAll('_', ' '));
  for (const example of root.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0;
};
new MutationObserver(repair).observe(root, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: './openapi.json',
  dom_id: '#reference',
  // Nothing outside this service is asked for anything.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
});
